import csv, sys
from shop import Shop

# Ships the paid orders of tracking.csv, whose rows are: order, carrier, tracking number.
shop = Shop(*sys.argv[1:])

with open("tracking.csv", newline="") as file:
    shipments = {row[0].strip(): {"carrier": row[1], "tracking": row[2]} for row in csv.reader(file)}

# The whole list first: an order that is shipped leaves it, and the next ones move to an earlier page.
confirmed, page = [], 1
while orders := shop.call("GET", f"admin/orders?status=confirmed&limit=100&page={page}")["data"]:
    confirmed += orders
    page += 1
for order in confirmed:
    shipment = shipments.get(order["serial"])
    if shipment and order["isPaid"] and not order["isOnHold"]:
        shop.call("POST", f"admin/orders/{order['number']}/fulfil", shipment)
        print(order["serial"], "is on its way:", shipment["carrier"], shipment["tracking"])
