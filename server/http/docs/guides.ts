import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '../pages/plain-page.ts'

/** Text that a reader copies, such as a program. The keyboard can scroll it. */
export const codeBlock = (label: string, text: string) =>
  `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`

const commands = (...lines: string[]) => codeBlock('Commands', lines.join('\n'))

/** A program of client/examples; a test runs each of them. */
function program(name: string): string {
  const code = readFileSync(join(import.meta.dirname, '../../../client/examples', name), 'utf8')
  return `<h4><code>${name}</code></h4>${codeBlock(name, code)}`
}

const files = `<p>The first adds the new orders to <code>orders.csv</code>, which a spreadsheet opens. Then write the tracking
numbers to <code>tracking.csv</code>, one order a line, and ship the orders that are paid. The customers get an email with the
tracking.</p>
${codeBlock('tracking.csv', '2026-000123,India Post,EX123456789IN')}`

/** From nothing to new orders in a spreadsheet and paid orders on their way: with the client, Python and webhooks. */
export const walkSections = () => `<section aria-labelledby="start">
<h2 id="start">Start</h2>
<p>Create an API key in the dashboard, under User Roles, with the permissions for orders and for events. Programs send it with each
call. Try it with curl, which lists the newest orders:</p>
${commands('sh orders.sh https://shop.example YOUR_KEY')}
${program('orders.sh')}
<p>The next three guides do the same work: they list new orders in a spreadsheet and ship those that are paid. The client and Python
ask the shop when they run. Webhooks arrive at once, but need a server that the shop can reach.</p>
</section>
<section aria-labelledby="with-client">
<h2 id="with-client">Orders with the client, in JavaScript or TypeScript</h2>
<p>The client has the types of all calls, tries again when the shop is busy, and reads lists page after page. Make its package in the
folder of the shop’s code, then install it in a folder of your own (Node 20 or newer):</p>
${commands('npm run client', 'mkdir ../orders && cd ../orders && npm init --yes', 'npm install ../shop/build/haat-client.tgz')}
<p>Save the two programs there and run them:</p>
${commands('node new-orders.mjs https://shop.example YOUR_KEY', 'node ship-orders.mjs https://shop.example YOUR_KEY')}
${files}
${program('new-orders.mjs')}
${program('ship-orders.mjs')}
</section>
<section aria-labelledby="with-python">
<h2 id="with-python">Orders with Python</h2>
<p>Python 3.8 or newer needs no package. Save the three files in one folder:</p>
${commands('python3 new-orders.py https://shop.example YOUR_KEY', 'python3 ship-orders.py https://shop.example YOUR_KEY')}
${files}
${program('shop.py')}
${program('new-orders.py')}
${program('ship-orders.py')}
</section>
<section aria-labelledby="with-webhooks">
<h2 id="with-webhooks">Orders with webhooks</h2>
<ol>
<li>Choose the address of the receiver. It begins with <code>https://</code> and is on the public internet. To try it on the machine of
the shop, start the shop with <code>WEBHOOKS_ALLOW_PRIVATE=1</code> and use <code>http://127.0.0.1:8080/</code>.</li>
<li>Create the webhook in the dashboard, for <code>order.placed</code> and <code>order.paid</code>, and copy its secret.</li>
<li>Install the client as <a href="#with-client">above</a>, save the program beside it, and start it behind your web server:</li>
</ol>
${commands('node receiver.mjs 8080 YOUR_WEBHOOK_SECRET https://shop.example YOUR_KEY')}
<p>Send a test delivery from the dashboard. From then on each new order is a line of <code>orders.csv</code>, and each paid one is
shipped.</p>
${program('receiver.mjs')}
</section>`

/** What programs do when they are refused for a while, or get no answer. */
export const limitSection = () => `<section aria-labelledby="limits">
<h2 id="limits">Limits and retries</h2>
<p>An API key may call 600 times at once, and then 10 times a second. Each answer says how many calls are left, in the fields of
<a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/">RateLimit header fields for HTTP</a>:
<code>r</code> calls now, and in <code>t</code> seconds without a call all of them again.</p>
${codeBlock('Headers', 'RateLimit-Policy: "api-key";q=600;w=60\nRateLimit: "api-key";r=50;t=55')}
<p>Above the limit the answer is 429, and <code>Retry-After</code> has the seconds to wait. A busy shop answers 503 with
<code>Retry-After</code>. The client and <code>shop.py</code> wait and try again by themselves.</p>
<p>A program that gets no answer can’t know whether its call has happened. Send the header <code>Idempotency-Key</code> with the calls
that list it: the same key and input within 24 hours have one effect and one answer. Use a new key for each piece of work, and the
same one for its repetitions. Calls with PUT, PATCH and DELETE can be repeated as they are.</p>
</section>`
