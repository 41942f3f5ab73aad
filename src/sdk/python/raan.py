# SPDX-FileCopyrightText: 2026 the authors of raan
# SPDX-License-Identifier: MIT
# The text of the license is at the end of this file.

"""Client of the partner API of raan. Python 3.9 or newer, standard library only.

    raan = Raan("https://shop.example", client_id, client_secret)
    order = raan.create_order(external_order_id="A-1", shipping_type="ems", ...)["order"]

A method is one call: its arguments are the fields of the body, and it returns the body of the response. products,
addresses, orders and stock_changes read whole lists. Every failure is a RaanError. A client may be used by threads.
StockMirror keeps a copy of the available quantities, and verify_webhook checks a delivery.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import (
    Any,
    Callable,
    Collection,
    Iterator,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Protocol,
    TypedDict,
    get_args,
)

Json = dict[str, Any]

# Codes of the API. They never change.
ApiErrorCode = Literal[
    "invalid_request",
    "unsupported_grant_type",
    "invalid_client",
    "invalid_token",
    "access_denied",
    "quota_exceeded",
    "not_found",
    "slow_down",
    "server_error",
]

# The client adds: no complete response, a response that is not one of the API, a webhook with another signature.
ErrorCode = Literal[ApiErrorCode, "connection_failed", "unexpected_response", "invalid_signature"]


class RaanError(Exception):
    """Every failure of a call and of a webhook check. Branch on code."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        field: Optional[str] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        #: The HTTP status; None if no response arrived.
        self.status = status
        #: Value of X-Request-Id. Quote it when you ask the store about a call.
        self.request_id = request_id
        #: The field that the description names, for example products[1].qty.
        self.field = field
        #: Seconds to wait, as Retry-After gives them.
        self.retry_after = retry_after


class Raan:
    """A channel of a store.

    base_url is the address of the store's service. An attempt waits timeout seconds for the connection, and as long for
    more data. A call has at most attempts attempts; the pause before the second is retry_delay seconds, each further one
    is twice as long. A Retry-After of more than max_retry_after seconds is an error instead of a pause.
    """

    def __init__(
        self,
        base_url: str,
        client_id: str,
        client_secret: str,
        *,
        timeout: float = 30.0,
        attempts: int = 5,
        retry_delay: float = 0.5,
        max_retry_after: float = 60.0,
    ) -> None:
        if not re.match("https?://", base_url):
            raise ValueError(f'base_url is "{base_url}", but must begin with https://, as in https://shop.example')
        self._base_url = base_url.rstrip("/")
        self._form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        self._timeout = timeout
        self._attempts = attempts
        self._retry_delay = retry_delay
        self._max_retry_after = max_retry_after
        self._token: Optional[_Token] = None
        self._token_lock = threading.Lock()
        self._opener = urllib.request.build_opener(_NoRedirects())

    def list_products(self, **search: Any) -> Json:
        return self._call("/v1/product/list", search)

    def products(self, query: Optional[str] = None) -> Iterator[Json]:
        """Each product that exists during the whole iteration, exactly once, in the order of creation.

        Each page starts with the last product of the previous page. If it does not, earlier products were deleted and
        the others have moved up, so the iterator goes back.
        """
        seen: set[str] = set()
        offset = 0
        while True:
            page = self.list_products(query=query, sort_by="id", sort_order="asc", limit=100, offset=offset)
            products = page["products"]
            if offset > 0 and not (products and products[0]["id"] in seen):
                offset = max(0, offset - 100)
                continue
            for product in products:
                if product["id"] not in seen:
                    seen.add(product["id"])
                    yield product
            if not page["has_more"]:
                return
            offset += len(products) - 1

    def read_product(self, product_id: str) -> Json:
        """A product with its variants, prices and stock."""
        return self._call("/v1/product/detail", {"product_id": product_id})

    def list_addresses(self, **search: Any) -> Json:
        return self._call("/v1/store/address/list", search)

    def addresses(self) -> Iterator[Json]:
        """Each address of the store that exists during the whole iteration, exactly once; the first is the default
        sender.

        Each page starts with the last address of the previous page. If it does not, addresses were removed or moved,
        so the iterator starts over.
        """
        seen: set[str] = set()
        offset, last = 0, None
        while True:
            page = self.list_addresses(limit=200, offset=offset)
            addresses = page["addresses"]
            if offset > 0 and not (addresses and addresses[0]["id"] == last):
                offset = 0
                continue
            for address in addresses:
                if address["id"] not in seen:
                    seen.add(address["id"])
                    yield address
            if not page["has_more"]:
                return
            last = addresses[-1]["id"]
            offset += len(addresses) - 1

    def create_order(self, **order: Any) -> Json:
        """Creates an order.

        With external_order_id it is repeated after a failure and never creates a second order; without, a
        connection_failed or server_error leaves open whether the order exists. The response of a repeated call has
        replay: "same" or "differs".
        """
        return self._call("/v1/order/create", order, is_repeatable=order.get("external_order_id") is not None)

    def read_order(self, *, order_id: Optional[str] = None, external_order_id: Optional[str] = None) -> Json:
        return self._call("/v1/order/detail", {"order_id": order_id, "external_order_id": external_order_id})

    def list_orders(self, **search: Any) -> Json:
        """Orders of the channel, least recently changed first."""
        return self._call("/v1/order/list", search)

    def orders(
        self,
        cursor: Optional[str] = None,
        *,
        since_time: Optional[int] = None,
        status: Optional[str] = None,
        limit: int = 100,
    ) -> Iterator[Json]:
        """The pages of list_orders until now, each with orders and cursor. since_time is the start without a cursor.

        Store the cursor of a page together with what you did with its orders.
        """
        start: Json = {"since_time": since_time} if cursor is None else {"cursor": cursor}
        has_more = True
        while has_more:
            page = self.list_orders(status=status, limit=limit, **start)
            yield {"orders": page["orders"], "cursor": page["next_cursor"]}
            start, has_more = {"cursor": page["next_cursor"]}, page["has_more"]

    def cancel_order(self, *, order_id: Optional[str] = None, external_order_id: Optional[str] = None) -> Json:
        """Cancels an open order of the channel. Canceling it again changes nothing."""
        return self._call("/v1/order/cancel", {"order_id": order_id, "external_order_id": external_order_id})

    def notify_payment(self, **payment: Any) -> Json:
        """Reports a payment. It is repeated after a failure only with external_payment_id, like create_order."""
        is_repeatable = payment.get("external_payment_id") is not None
        return self._call("/v1/order/payment/notify", payment, is_repeatable=is_repeatable)

    def list_stock_changes(self, **search: Any) -> Json:
        return self._call("/v1/stock/changes", search)

    def stock_changes(self, cursor: Optional[str] = None, *, limit: int = 500) -> Iterator[Json]:
        """The pages of list_stock_changes until now, each with items and cursor. Without a cursor the feed starts now.

        Store the cursor of a page together with what you did with its items.
        """
        has_more = True
        while has_more:
            page = self.list_stock_changes(cursor=cursor, limit=limit)
            cursor, has_more = page["next_cursor"], page["has_more"]
            yield {"items": page["items"], "cursor": cursor}

    def available_stock(
        self, *, product_variant_ids: Optional[list[str]] = None, skus: Optional[list[str]] = None
    ) -> Json:
        """Available quantities of up to 500 variants, read at one moment. Variants that the store lacks are left out."""
        return self._call("/v1/stock/available", {"product_variant_ids": product_variant_ids, "skus": skus})

    def _call(self, path: str, fields: Mapping[str, Any], *, is_repeatable: bool = True) -> Json:
        body = json.dumps({name: value for name, value in fields.items() if value is not None}).encode()

        def send_with(token: str) -> Callable[[], Json]:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
            return lambda: self._send(path, body, headers)

        token = self._current_token(rejected=None)
        try:
            return self._with_retries(send_with(token), is_repeatable)
        except RaanError as error:
            if error.code != "invalid_token":
                raise
        another = self._current_token(rejected=token)
        return self._with_retries(send_with(another), is_repeatable)

    def _current_token(self, rejected: Optional[str]) -> str:
        """Requested once for concurrent calls, and renewed shortly before it expires."""
        with self._token_lock:
            held = self._token
            if held is None or held.text == rejected or time.monotonic() >= held.renew_at:
                started = time.monotonic()
                issued = self._with_retries(self._request_token, is_repeatable=True)
                lifetime = issued["expires_in"]
                held = _Token(issued["access_token"], started + lifetime - min(60, lifetime / 10))
                self._token = held
            return held.text

    def _request_token(self) -> Json:
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._send("/oauth/token", urllib.parse.urlencode(self._form).encode(), headers)

    def _with_retries(self, attempt: Callable[[], Json], is_repeatable: bool) -> Json:
        made = 1
        while True:
            try:
                return attempt()
            except RaanError as error:
                pause = self._pause_after(error, made, is_repeatable) if made < self._attempts else None
                if pause is None:
                    raise
            time.sleep(pause)
            made += 1

    def _pause_after(self, error: RaanError, made: int, is_repeatable: bool) -> Optional[float]:
        """Seconds until the next attempt; None if there is none."""
        is_unknown = error.code in ("server_error", "connection_failed")  # it may have been done
        if error.code != "slow_down" and not (is_repeatable and is_unknown):
            return None
        retry_after = error.retry_after or 0
        if retry_after > self._max_retry_after:
            return None
        spread = 0.5 + random.random()  # clients that failed together do not come back together
        return max(retry_after, self._retry_delay * 2 ** (made - 1) * spread)

    def _send(self, path: str, body: bytes, headers: Mapping[str, str]) -> Json:
        """Sends a request once."""
        request = urllib.request.Request(
            self._base_url + path, body, {"User-Agent": "raan-python", **headers}, method="POST"
        )
        try:
            try:
                with self._opener.open(request, timeout=self._timeout) as response:
                    text = response.read()
                    _require_json(response.headers, text)
                    return _result_of(response.status, response.headers, text)
            except urllib.error.HTTPError as error:
                with error:
                    return _result_of(error.code, error.headers, error.read())
        except (OSError, http.client.HTTPException) as error:
            raise RaanError("connection_failed", f"No complete response from {self._base_url}: {error}") from error


def _require_json(headers: Mapping[str, str], text: bytes) -> None:
    """A proxy may end a response properly that it has received only in part. Raises HTTPException."""
    if (headers.get("Content-Type") or "").startswith("application/json"):
        try:
            json.loads(text)
        except ValueError as error:
            raise http.client.HTTPException(f"the JSON is incomplete: {error}") from error


class _Token(NamedTuple):
    text: str
    #: Time of time.monotonic().
    renew_at: float


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would repeat the request, and its token, at another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _result_of(status: int, headers: Mapping[str, str], body: bytes) -> Json:
    """The body of a success. Raises RaanError for another response."""
    parsed = _json_object(body)
    if parsed is None or status >= 300:
        raise _error_of(status, headers, parsed or {})
    replay = headers.get("X-Idempotent-Replay")
    return parsed if replay is None else {**parsed, "replay": replay}


def _json_object(body: bytes) -> Optional[Json]:
    try:
        parsed = json.loads(body)
    except ValueError:
        return None
    return parsed if isinstance(parsed, dict) else None


_FIELD = re.compile(r"([a-z]\w*(?:\[\d+\]|\.[a-z]\w*)*): ")


def _error_of(status: int, headers: Mapping[str, str], body: Json) -> RaanError:
    retry_after = headers.get("Retry-After") or ""
    code = body.get("error")
    is_api_code = code in get_args(ApiErrorCode)
    description = body.get("error_description") if is_api_code else None
    message = description if isinstance(description, str) else f"Unexpected response with status {status}"
    field = _FIELD.match(message)
    return RaanError(
        code if is_api_code else _code_of_status(status),
        message,
        status=status,
        request_id=headers.get("X-Request-Id"),
        field=field.group(1) if field else None,
        retry_after=int(retry_after) if retry_after.isdecimal() else None,
    )


def _code_of_status(status: int) -> ErrorCode:
    """A proxy in front of the service answers in its own words."""
    if status == 429:
        return "slow_down"
    return "server_error" if status >= 500 else "unexpected_response"


# Made with the current secret of the store's app, and for a while after a reset with the old one.
_SIGNATURE_HEADERS = ("x-service-signature", "x-service-signature-old")


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str) -> Json:
    """The event of a delivery that is signed with the app's webhook secret.

    body has the raw bytes as received. headers may be those of a framework or a WSGI environment. secret may also have
    the form of a Standard Webhooks key, which starts with whsec_. Raises RaanError invalid_signature.
    """
    # A key is the secret in base64.
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    if not key:
        raise ValueError("The webhook secret is empty")  # anybody could sign with it
    expected = hmac.new(key, body, hashlib.sha256).hexdigest()
    for name, value in headers.items():
        header = name.lower().replace("_", "-")
        header = header[5:] if header.startswith("http-") else header
        if header in _SIGNATURE_HEADERS and hmac.compare_digest(expected.encode(), str(value).encode()):
            return json.loads(body)
    raise RaanError("invalid_signature", "The webhook is not signed with your secret")


class StockRow(TypedDict):
    """The available quantity of a variant in a warehouse."""

    product_variant_id: str
    warehouse_id: str
    available_qty: int


class StockStorage(Protocol):
    """Where a mirror keeps quantities. Write rows and cursor in one transaction, so that a crash loses no change.

    There is at most one row per variant and warehouse.
    """

    def read_cursor(self) -> Optional[str]:
        """The cursor of the last write; None if there was none."""

    def update(self, rows: list[StockRow], cursor: str) -> None:
        """Sets the quantities of the rows and keeps all others."""

    def replace(self, rows: list[StockRow], cursor: str) -> None:
        """Replaces all quantities by the rows."""


class MemoryStockStorage:
    """A storage that lasts as long as the process."""

    def __init__(self) -> None:
        self._quantities: _Quantities = {}
        self._cursor: Optional[str] = None

    def quantity(self, variant_id: str, warehouse_id: str) -> int:
        """The available quantity in the warehouse; 0 if it is unknown."""
        return self._quantities.get((variant_id, warehouse_id), 0)

    def rows(self) -> list[StockRow]:
        return _rows_of(self._quantities)

    def read_cursor(self) -> Optional[str]:
        return self._cursor

    def update(self, rows: list[StockRow], cursor: str) -> None:
        self._quantities.update(_quantities_of(rows))
        self._cursor = cursor

    def replace(self, rows: list[StockRow], cursor: str) -> None:
        self._quantities = _quantities_of(rows)
        self._cursor = cursor


_MAX_STARTS = 3  # a store whose cursors keep expiring is broken
_VARIANTS_PER_CALL = 500


class StockMirror:
    """Keeps a copy of a store's available quantities. Its methods run one after the other.

    storage is in memory by default; it is called in the thread of the caller. concurrency is the number of products that
    are read at the same time, in threads.
    """

    def __init__(self, client: Raan, storage: Optional[StockStorage] = None, *, concurrency: int = 4) -> None:
        self._client = client
        self._storage = MemoryStockStorage() if storage is None else storage
        self._concurrency = concurrency
        self._lock = threading.Lock()

    def catch_up(self) -> None:
        """Applies the changes since the last call; call it every few seconds or minutes.

        The first call, and a call after the cursor has expired, reconciles.
        """
        with self._lock:
            cursor = self._storage.read_cursor()
            if cursor is None:
                return self._reconcile()
            try:
                for page in self._client.stock_changes(cursor):
                    if page["cursor"] != cursor:
                        self._storage.update(_rows_of(_changed_quantities(page["items"])), page["cursor"])
            except RaanError as error:
                if not _is_expired_cursor(error):
                    raise
                self._reconcile()

    def reconcile(self) -> None:
        """Reads all quantities again, applies what has changed meanwhile, and removes what the store has deleted.

        Call it once a day: deleted and restored products are not in the feed.
        """
        with self._lock:
            self._reconcile()

    def _reconcile(self) -> None:
        for start in range(1, _MAX_STARTS + 1):
            try:
                return self._read_and_follow()
            except RaanError as error:
                if not _is_expired_cursor(error) or start == _MAX_STARTS:
                    raise

    def _read_and_follow(self) -> None:
        """The feed starts before the quantities are read, so no change is missed.

        A change that is applied twice does no harm.
        """
        start = self._client.list_stock_changes()["next_cursor"]
        quantities = self._read_all_stock()
        cursor, _ = self._follow(start, quantities)
        end = self._remove_deleted(cursor, quantities)
        self._storage.replace(_rows_of(quantities), end)

    def _read_all_stock(self) -> _Quantities:
        """All quantities of the store, each as it was when its product was read."""
        quantities: _Quantities = {}
        with ThreadPoolExecutor(self._concurrency) as pool:
            for product in pool.map(self._read_stock_of, self._client.products()):
                quantities.update(product)
        return quantities

    def _read_stock_of(self, product: Json) -> _Quantities:
        try:
            variants = self._client.read_product(product["id"])["product"]["variants"]
        except RaanError as error:
            if error.code == "not_found":
                return {}  # deleted since it was listed
            raise
        return {
            (variant["product_variant_id"], warehouse["wh_id"]): warehouse["available_qty"]
            for variant in variants
            for warehouse in variant["warehouses"]
        }

    def _remove_deleted(self, start: str, quantities: _Quantities) -> str:
        """Removes variants that the store no longer has.

        The feed may still contain their changes from before the deletion. So the feed is read to its end before they are
        removed, and variants with changes in that part are checked again.
        """
        existing: set[str] = set()
        unchecked = {variant_id for variant_id, _ in quantities}
        end = start
        while unchecked:
            missing = self._missing_variants(unchecked)
            existing |= unchecked - missing
            end, changed = self._follow(end, quantities)
            deleted = missing - changed
            for place in [place for place in quantities if place[0] in deleted]:
                del quantities[place]
            unchecked = changed - existing
        return end

    def _missing_variants(self, variant_ids: Collection[str]) -> set[str]:
        """Those of the variants that the store does not have."""
        ids = list(variant_ids)
        missing = set(ids)
        for start in range(0, len(ids), _VARIANTS_PER_CALL):
            response = self._client.available_stock(product_variant_ids=ids[start : start + _VARIANTS_PER_CALL])
            missing -= {item["product_variant_id"] for item in response["items"]}
        return missing

    def _follow(self, start: str, quantities: _Quantities) -> tuple[str, set[str]]:
        """Applies the feed from the cursor to its end. Returns the end, and the variants with changes."""
        end, changed = start, set()
        for page in self._client.stock_changes(start):
            quantities.update(_changed_quantities(page["items"]))
            changed |= {item["id"] for item in page["items"]}
            end = page["cursor"]
        return end, changed


#: By variant and warehouse.
_Quantities = dict[tuple[str, str], int]


def _quantities_of(rows: list[StockRow]) -> _Quantities:
    return {(row["product_variant_id"], row["warehouse_id"]): row["available_qty"] for row in rows}


def _rows_of(quantities: _Quantities) -> list[StockRow]:
    return [
        {"product_variant_id": variant_id, "warehouse_id": warehouse_id, "available_qty": available}
        for (variant_id, warehouse_id), available in quantities.items()
    ]


def _changed_quantities(items: list[Json]) -> _Quantities:
    """The last quantity of each variant and warehouse."""
    return {(item["id"], item["warehouse_id"]): item["new"] for item in items}


def _is_expired_cursor(error: RaanError) -> bool:
    return error.code == "invalid_request" and error.field == "cursor"


# MIT License
#
# Copyright (c) 2026 the authors of raan
#
# Permission is hereby granted, free of charge, to any person obtaining a copy of
# this software and associated documentation files (the "Software"), to deal in
# the Software without restriction, including without limitation the rights to
# use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of
# the Software, and to permit persons to whom the Software is furnished to do so,
# subject to the following conditions:
#
# The above copyright notice and this permission notice shall be included in all
# copies or substantial portions of the Software.
#
# THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
# IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS
# FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
# COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER
# IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
# CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
