"""How the client gets an access token. Authlib does the OAuth; the discovery is the one that the MCP specification asks for.

What a server's challenge says, and which scopes to ask for, comes from the library's advice.
"""

from urllib.parse import parse_qs, urlsplit

import httpx
from authlib.common.errors import AuthlibBaseError
from authlib.common.security import generate_token
from authlib.integrations.httpx_client import AsyncOAuth2Client
from authlib.oauth2.rfc8414 import get_well_known_url

CALLBACK = "http://127.0.0.1:7777/callback"
CLIENT_ID_DOCUMENT = "https://conformance-test.local/client-metadata.json"
METADATA = {
    "client_name": "mcp-errors conformance client",
    "application_type": "native",
    "redirect_uris": [CALLBACK],
    "grant_types": ["authorization_code", "refresh_token"],
    "response_types": ["code"],
}


class AuthorizationFailed(Exception):
    """The authorization server, or what it says, cannot be trusted or used."""


class Authorization:
    """The access token for one MCP server, and the client registrations that it took."""

    def __init__(self, url: str, http: httpx.AsyncClient, preregistered: dict) -> None:
        self.url, self.http, self.preregistered = url, http, preregistered
        self.registrations: dict[str, dict] = {}
        self.header: dict[str, str] = {}

    async def authorize(self, scopes: list[str] | None, resource_metadata: str | None) -> list[str]:
        """Gets a new token with these scopes; returns the scopes that it has."""
        try:
            return await self._authorize(scopes, resource_metadata)
        except (AuthlibBaseError, httpx.HTTPError, KeyError) as failure:
            raise AuthorizationFailed(repr(failure)) from failure

    async def _authorize(self, scopes: list[str] | None, resource_metadata: str | None) -> list[str]:
        resource = await self._resource(resource_metadata)
        scopes = scopes or resource.get("scopes_supported") or []
        issuer = resource["authorization_servers"][0]
        server = await self._server(issuer)
        client = await self._client(issuer, server)

        async with AsyncOAuth2Client(
            client["client_id"],
            client.get("client_secret"),
            token_endpoint_auth_method=_method(client, server),
            scope=" ".join(scopes) or None,
            redirect_uri=CALLBACK,
            code_challenge_method="S256",
        ) as oauth:
            verifier, target = generate_token(64), resource["resource"]
            page, _ = oauth.create_authorization_url(
                server["authorization_endpoint"], code_verifier=verifier, resource=target
            )
            # A browser and a person stand here in real life; the suite's server redirects at once.
            callback = (await self.http.get(page, follow_redirects=False)).headers["location"]
            _check_issuer(callback, issuer, server)
            token = await oauth.fetch_token(
                server["token_endpoint"], authorization_response=callback, code_verifier=verifier, resource=target
            )
        self.header = {"Authorization": f"Bearer {token['access_token']}"}
        return token.get("scope", "").split() or scopes

    async def _resource(self, resource_metadata: str | None) -> dict:
        """The protected resource metadata (RFC 9728)."""
        place = urlsplit(self.url)
        well_known = f"{place.scheme}://{place.netloc}/.well-known/oauth-protected-resource"
        if resource_metadata and _origin(resource_metadata) == _origin(self.url):
            found = await self._first([resource_metadata])
        else:
            found = await self._first([well_known + place.path, well_known])
        if not (self.url + "/").startswith(found["resource"].rstrip("/") + "/"):
            raise AuthorizationFailed("the metadata is for another resource than the server")
        return found

    async def _server(self, issuer: str) -> dict:
        """The authorization server's metadata (RFC 8414, or OpenID Connect Discovery)."""
        places = [
            get_well_known_url(issuer, external=True),
            get_well_known_url(issuer, external=True, suffix="openid-configuration"),
            issuer.rstrip("/") + "/.well-known/openid-configuration",
        ]
        found = await self._first(places)
        if found["issuer"] != issuer:
            raise AuthorizationFailed("the metadata is another issuer's")
        return found

    async def _client(self, issuer: str, server: dict) -> dict:
        """The client as this issuer knows it. Credentials are never used with another issuer."""
        if self.preregistered.get("client_id") and self.preregistered.get("issuer", issuer) == issuer:
            return self.preregistered
        if server.get("client_id_metadata_document_supported"):
            return {"client_id": CLIENT_ID_DOCUMENT, "token_endpoint_auth_method": "none"}
        if issuer not in self.registrations:
            answer = await self.http.post(server["registration_endpoint"], json=METADATA)
            self.registrations[issuer] = answer.raise_for_status().json()
        return self.registrations[issuer]

    async def _first(self, urls: list[str]) -> dict:
        for url in urls:
            answer = await self.http.get(url)
            if answer.is_success:
                return answer.json()
        raise AuthorizationFailed("no metadata")


def _method(client: dict, server: dict) -> str:
    offered = server.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
    wanted = [client.get("token_endpoint_auth_method"), "client_secret_basic", "client_secret_post"]
    usable = [method for method in wanted if method in offered] if client.get("client_secret") else []
    return usable[0] if usable else "none"


def _check_issuer(callback: str, issuer: str, server: dict) -> None:
    """RFC 9207: the answer must come from the server that was asked. Compared as strings, not as URLs."""
    found = parse_qs(urlsplit(callback).query).get("iss")
    if found != [issuer] and (found or server.get("authorization_response_iss_parameter_supported")):
        raise AuthorizationFailed("the answer is another issuer's")


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme, parts.netloc
