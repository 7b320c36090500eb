curl --fail --silent --header "Authorization: Bearer $2" "$1/api/admin/orders?limit=100&sort=newest"
