import { expect, test } from 'vitest'
import { wholeImage, withinStage, zoomAt } from './zoom.ts'

const stage = { width: 400, height: 800 }
const image = { width: 1600, height: 1600 }

test('the pointed part of the image stays where it is', () => {
  const at = { x: 100, y: -50 }
  const view = zoomAt(wholeImage, 4, at, stage, image)
  // A point of the whole image appears at (point * scale + offset).
  expect({ x: at.x * view.scale + view.x, y: at.y * view.scale + view.y }).toEqual(at)
})

test('the image is never smaller than its stage and never larger than five times', () => {
  expect(zoomAt(wholeImage, 0.2, { x: 50, y: 50 }, stage, image)).toEqual(wholeImage)
  expect(zoomAt(wholeImage, 40, { x: 0, y: 0 }, stage, image).scale).toBe(5)
})

test('the image covers the stage as far as it can', () => {
  // At twice its fitting size it is 800 px wide and high.
  expect(withinStage({ scale: 2, x: 900, y: 900 }, stage, image)).toEqual({ scale: 2, x: 200, y: 0 })
})
