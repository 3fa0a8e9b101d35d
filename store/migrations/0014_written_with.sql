alter table artifacts add column written_with text;  -- the model that helped to write it, as the person says; null until said
