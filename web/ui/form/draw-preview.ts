/** Draws the middle of a chosen image before its upload. Returns false if the browser cannot read it. */
export async function drawPreview(file: File, canvas: HTMLCanvasElement): Promise<boolean> {
  const image = await createImageBitmap(file).catch(() => undefined)
  const context = canvas.getContext('2d')
  if (!image || !context) return false
  const { width, height } = image
  const scale = Math.max(canvas.width / width, canvas.height / height)
  const [cutWidth, cutHeight] = [canvas.width / scale, canvas.height / scale]
  const [left, top] = [(width - cutWidth) / 2, (height - cutHeight) / 2]
  context.drawImage(image, left, top, cutWidth, cutHeight, 0, 0, canvas.width, canvas.height)
  image.close()
  return true
}
