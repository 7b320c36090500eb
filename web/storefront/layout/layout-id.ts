/** Names the route of the frame, for pages that read its data. */
export const layoutId = 'layout'
