"""Modules whose distribution is called otherwise, so that installing them by their own name fails."""

DISTRIBUTIONS = {
    "cv2": "opencv-python",
    "pil": "Pillow",
    "sklearn": "scikit-learn",
    "skimage": "scikit-image",
    "yaml": "PyYAML",
    "dateutil": "python-dateutil",
    "mysqldb": "mysqlclient",
    "openssl": "pyOpenSSL",
    "gi": "PyGObject",
    "wx": "wxPython",
    "xlib": "python-xlib",
    "win32api": "pywin32",
    "win32com": "pywin32",
    "win32gui": "pywin32",
    "pkg-resources": "setuptools",
    "google-protobuf": "protobuf",
    "tkinter": "",
    "sqlite3": "",
}
"""By the name that pip would ask for, in its normal form; empty for what comes with Python itself."""

LOOKALIKES = {
    "fitz": "PyMuPDF",
    "docx": "python-docx",
    "pptx": "python-pptx",
    "jwt": "PyJWT",
    "serial": "pyserial",
    "usb": "pyusb",
    "magic": "python-magic",
    "slugify": "python-slugify",
    "telegram": "python-telegram-bot",
    "crypto": "pycryptodome",
    "dns": "dnspython",
    "ldap": "python-ldap",
    "git": "GitPython",
    "socks": "PySocks",
    "dotenv": "python-dotenv",
    "attr": "attrs",
    "websocket": "websocket-client",
    "igraph": "python-igraph",
    "levenshtein": "python-Levenshtein",
    "nmap": "python-nmap",
    "vlc": "python-vlc",
}
"""Modules whose name is another distribution's: wrong only where the project asks for the right one."""
