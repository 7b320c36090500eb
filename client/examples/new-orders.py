import json, sys, urllib.request

url, key = sys.argv[1:]


def call(path):
    headers = {"Authorization": "Bearer " + key}
    request = urllib.request.Request(url + "/api/" + path, headers=headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["data"]


# What has happened since the last run. Keep the id of the last event for the next one.
last = 0
while events := call(f"admin/events?after={last}&limit=100"):
    for event in events:
        if event["kind"] == "order.placed":
            order = call("admin/orders/" + event["data"]["number"])
            print(order["number"], order["email"], order["total"], sep=",")
    last = events[-1]["id"]
