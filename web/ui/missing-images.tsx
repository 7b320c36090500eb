/** An image that fails to load becomes a placeholder of the same size, with scripts of the page or without. */
const script = `addEventListener("error", ({ target: image }) => {
  if (!image.matches?.("picture > img") || image.src.endsWith("/image-missing.svg")) return;
  for (const source of image.parentNode.querySelectorAll("source")) source.srcset = "/image-missing.svg";
  image.removeAttribute("srcset");
  image.src = "/image-missing.svg";
}, true)`

/** It stands before all images: an error that nobody hears does not come again. */
export function MissingImages() {
  // The text is a constant; the policy of the page names its hash. The browser keeps it and does not load it twice.
  const html = import.meta.env.SSR ? script : ''
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
