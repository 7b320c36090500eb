import csv, os, sys
from shop import Shop

# Adds the orders since the last run to orders.csv.
shop = Shop(*sys.argv[1:])

# The id of the last event that was read.
last = int(open("last-event.txt").read()) if os.path.exists("last-event.txt") else 0
with open("orders.csv", "a" if last else "w", newline="") as file:
    rows = csv.writer(file)
    if not last:
        rows.writerow(["order", "placed", "email", "total", "currency"])
    while events := shop.call("GET", f"admin/events?after={last}&limit=100")["data"]:
        for event in events:
            if event["kind"] == "order.placed":
                order = shop.call("GET", "admin/orders/" + event["data"]["number"])["data"]
                rows.writerow(order[name] for name in ("serial", "placedAt", "email", "total", "currency"))
                file.flush()
            # After a crash before this line the next run adds the order again, but it misses none.
            last = event["id"]
            open("last-event.txt", "w").write(str(last))
