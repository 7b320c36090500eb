/**
 * Works until React does, which prevents the default of the events that it handles. It steps quantities, marks the buttons that
 * only React can answer (start.ts presses them again), and gives a form that the browser sends an idempotency key: pressed again
 * while the next page loads, by then perhaps with React, it counts once.
 */
const script = `(() => {
  let keys = new WeakMap();
  addEventListener("click", (event) => {
    if (event.defaultPrevented) return;
    const mute = event.target.closest("[data-island]:not([data-answering]) button[type=button]:not([data-step])");
    if (mute) mute.dataset.pressed = "";
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const input = button.parentNode.querySelector("input");
    button.dataset.step > 0 ? input.stepUp() : input.stepDown();
    button.form?.querySelector("[data-send-step]")?.click();
  });
  addEventListener("submit", ({ target, defaultPrevented }) => {
    if (defaultPrevented || target.getAttribute("method") !== "post" || keys.has(target)) return;
    keys.set(target, Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-"));
    setTimeout(() => keys.delete(target), 30000);
  });
  addEventListener("formdata", ({ target, formData }) => {
    if (keys.has(target) && !formData.has("key")) formData.set("key", keys.get(target));
  });
  addEventListener("pageshow", ({ persisted }) => persisted && (keys = new WeakMap()));
})()`

/** Keeps what is pressed before the scripts of the page arrive. */
export function EarlyPresses() {
  // The text is a constant; the policy of the page names its hash.
  return <script dangerouslySetInnerHTML={{ __html: script }} />
}
