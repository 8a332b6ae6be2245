"""What a careful author would write in plain Python: json.loads, and the same rules by hand.

Typed classes with every verdict, found out once when the error is made; written to be quick. It is laxer than the rules
where json.loads is: NaN passes, and a text with ill-formed UTF-8 is not an answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION, METHOD_NOT_FOUND = -32020, -32021, -32022, -32601
MODERN = frozenset((HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION))
MEMBERS = {"elicitation": ("form", "url"), "sampling": ("context", "tools")}


class ServerError(Exception):
    """A server's error."""

    __slots__ = (
        "code",
        "data",
        "era_inconclusive",
        "http_status",
        "modern_http_protocol_error",
        "modern_protocol_error",
        "modern_protocol_error_for_probe",
        "protocol_error",
        "well_formed",
    )
    check: Any = None
    modern_class = False

    def __init__(self, message: str, code: int | None, data: Any, http_status: int | None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data
        self.http_status = http_status
        self.well_formed = good = self.check is None or self.check(data)
        modern = good and self.modern_class and code in MODERN
        self.modern_protocol_error = modern
        self.modern_http_protocol_error = modern
        self.modern_protocol_error_for_probe = modern
        self.protocol_error = modern
        self.era_inconclusive = False


class MethodNotFoundError(ServerError):
    """-32601."""

    def __init__(self, message: str, code: int | None, data: Any, http_status: int | None) -> None:
        super().__init__(message, code, data, http_status)
        self.modern_http_protocol_error = http_status == 404


class HeaderMismatchError(ServerError):
    """-32020."""

    modern_class = True


class MissingRequiredClientCapabilityError(ServerError):
    """-32021."""

    modern_class = True

    @staticmethod
    def check(data: Any) -> bool:
        """The shape of ClientCapabilities."""
        required = data.get("requiredCapabilities") if isinstance(data, dict) else None
        if not isinstance(required, dict):
            return False
        for name, value in required.items():
            members = MEMBERS.get(name)
            if members is not None:
                if not isinstance(value, dict):
                    return False
                for member in members:
                    if member in value and not isinstance(value[member], dict):
                        return False
            elif name in ("experimental", "extensions"):
                if not isinstance(value, dict):
                    return False
                for part in value.values():
                    if not isinstance(part, dict):
                        return False
            elif name == "roots" and not isinstance(value, dict):
                return False
        return True


class UnsupportedProtocolVersionError(ServerError):
    """-32022."""

    modern_class = True

    @staticmethod
    def check(data: Any) -> bool:
        """A list of strings and a string."""
        if not isinstance(data, dict) or not isinstance(data.get("requested"), str):
            return False
        supported = data.get("supported")
        if not isinstance(supported, list):
            return False
        return all(isinstance(version, str) for version in supported)


CLASSES: dict[int | None, type[ServerError]] = {
    METHOD_NOT_FOUND: MethodNotFoundError,
    HEADER_MISMATCH: HeaderMismatchError,
    MISSING_CAPABILITY: MissingRequiredClientCapabilityError,
    UNSUPPORTED_VERSION: UnsupportedProtocolVersionError,
}


def from_response(
    body: bytes, http_status: int | None = None, loads: Callable[[bytes], Any] = json.loads
) -> ServerError | None:
    """The typed error in a response, read by json.loads or by another parser."""
    try:
        response = loads(body)
    except (ValueError, RecursionError):
        response = None
    if not isinstance(response, dict):
        return ServerError("No JSON-RPC response", None, None, http_status)
    error = response.get("error")
    if error is None or error is False:
        return None if "result" in response else ServerError("No JSON-RPC response", None, None, http_status)
    if not isinstance(error, dict):
        error = {}
    code, message = error.get("code"), error.get("message")
    if not isinstance(code, int) or isinstance(code, bool):
        code = None
    if isinstance(message, str):
        if not message.isascii():
            message = message.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return CLASSES.get(code, ServerError)(message, code, error.get("data"), http_status)
    if message is None or message is False:
        message = "Unknown server error"
    else:
        message = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
    return ServerError(message, code, error.get("data"), http_status)


class _Error(msgspec.Struct):
    code: Any = None
    message: Any = None
    data: msgspec.Raw = msgspec.Raw()


class _Response(msgspec.Struct):
    result: msgspec.Raw = msgspec.Raw()
    error: _Error | None = None


class _Required(msgspec.Struct):
    requiredCapabilities: Any = None  # noqa: N815
    supported: Any = None
    requested: Any = None


_decode = msgspec.json.Decoder(_Response).decode
_decode_data = msgspec.json.Decoder(_Required).decode


def by_msgspec(body: bytes) -> ServerError | None:
    """The same by msgspec, with structs and with data left unparsed where the rules do not need it."""
    try:
        error = _decode(body).error
    except msgspec.DecodeError:
        return ServerError("No JSON-RPC response", None, None, None)
    if error is None:
        return None
    kind = CLASSES.get(error.code, ServerError)
    data: Any = error.data
    if kind.check is not None:
        found = _decode_data(data)
        data = {"requiredCapabilities": found.requiredCapabilities, "supported": found.supported}
        data["requested"] = found.requested
    return kind(error.message, error.code, data, None)
