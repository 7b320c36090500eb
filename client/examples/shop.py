import json, time, urllib.error, urllib.request, uuid


class Shop:
    """Calls the API of a shop. A busy shop and a lost connection are tried again."""

    def __init__(self, url, key, retries=4):
        self.url, self.key, self.retries = url.rstrip("/"), key, retries

    def call(self, method, path, body=None):
        headers = {"Authorization": "Bearer " + self.key, "Content-Type": "application/json"}
        # The shop does the same work once, however often this call arrives.
        headers["Idempotency-Key"] = str(uuid.uuid4())
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/{path}", data, headers, method=method)
        for attempt in range(self.retries + 1):
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 502, 503, 504) or attempt == self.retries:
                    raise RuntimeError(f"{error.code}: {error.read().decode()}") from error
                pause = float(error.headers.get("Retry-After") or 2**attempt)
            except OSError:
                if attempt == self.retries:
                    raise
                pause = 2**attempt
            time.sleep(pause)
