"""Packs the program as a wheel, so that `pip install margay` puts it on the PATH.

python3 scripts/wheel.py VERSION PLATFORM-TAG PROGRAM FOLDER
"""

import base64
import hashlib
import pathlib
import sys
import zipfile

version, tag, program, folder = sys.argv[1:]
info = f"margay-{version}.dist-info"
summary = "A test-input generator: runs compiled code, stops at choices, goes back"
files = {
    f"margay-{version}.data/scripts/margay": pathlib.Path(program).read_bytes(),
    f"{info}/METADATA": (
        f"Metadata-Version: 2.1\nName: margay\nVersion: {version}\nSummary: {summary}\n"
        "License: MIT OR Apache-2.0\nDescription-Content-Type: text/markdown\n\n"
        + pathlib.Path("README.md").read_text()
    ).encode(),
    f"{info}/WHEEL": (
        "Wheel-Version: 1.0\nGenerator: margay scripts/wheel.py\nRoot-Is-Purelib: false\n"
        + "".join(f"Tag: py3-none-{one}\n" for one in tag.split("."))
    ).encode(),
}
lines = []
for name, content in files.items():
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    lines.append(f"{name},sha256={digest},{len(content)}\n")
files[f"{info}/RECORD"] = ("".join(lines) + f"{info}/RECORD,,\n").encode()
wheel = pathlib.Path(folder) / f"margay-{version}-py3-none-{tag}.whl"
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, content in files.items():
        entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
        archive.writestr(entry, content)
print(wheel)
