/** Colours as shops name them, with a typical shade: pairs of name and hex. */
const shades = `
amber c98a3a, apricot e8b48a, aqua 7fbfbf, ash bfb9ad, beige d9cbb2, black 26241f, blue 4a6a94, blush d9b1a3, bordeaux 6d2a34,
brass b8924f, bronze 8a6a44, brown 6e4a33, burgundy 6d2436, camel b98d5f, caramel a9693a, celadon 93a597, chalk e4ddd0,
charcoal 403e3c, chocolate 4d3325, clay a96b4d, cobalt 2f5597, copper b06a4c, coral e0806a, cream ece2cf, denim 46607d,
earth a9705a, ecru e0d6c0, emerald 2f7a5c, forest 4a5a44, gold c5a253, graphite 4b4b4d, green 5a7d5a, grey 8c8c8a, gray 8c8c8a,
indigo 3d4573, ink 39414a, ivory e4dccb, khaki 9a9066, lavender a99bc0, lemon ecd96a, light blue a9c4d6, lilac b9a5c6,
linen e2d9c8, maroon 6b2b2b, mauve a98a9a, mint b5d3c0, moss 6c7057, mustard c39a3b, natural d8c7a6, navy 2b3a55, oat d8ccb8,
ochre b98a3e, off-white f0ebe0, olive 6c6e4b, orange d4803c, peach eab99a, petrol 2c5a63, pink dba3ae, plum 6b4258, purple 735088,
red a8392f, rose c2988b, ruby 8f2740, rust a2573c, sage 8a9580, salmon dd9a84, sand cbb797, sea 63788a, silver bdbdbb, sky 9bbfd6,
slate 5a666e, smoke b9b8b3, stone a9a297, tan c0a078, taupe 9a8a7a, teal 3f7a7a, terracotta a5583d, terrazzo d9cfc1,
turquoise 58a9a5, vanilla efe3c4, violet 6f5a97, white fbfaf7, wine 6a2b3c, yellow e3c14f, dusty blue 6f8290, dusty rose bb938a,
dark green 3d5242, light grey c4c4c1, dark grey 55554f`

const hexByName = new Map(
  shades.split(',').map((pair) => {
    const [, name = '', hex = ''] = /^\s*(.+) ([0-9a-f]{6})$/.exec(pair) ?? []
    return [name, `#${hex}`]
  }),
)

/** A shade (#rrggbb) for the name of a colour, or null for a name that nobody would know the shade of. */
export function colourHex(name: string): string | null {
  return hexByName.get(name.trim().toLowerCase()) ?? null
}
