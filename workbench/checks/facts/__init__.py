"""Facts for the judge: counts and lists, a short line each, never a finding."""
