/** What stays whole: a line of text, a row of a table. */
export type Block = {
  height: number
  /** Above it, unless it begins a page. */
  gap: number
  /** Is not parted from the next one. */
  keep: boolean
  /** Repeated above it where it begins a page. */
  head?: { height: number; draw: (top: number) => void }
  draw: (top: number) => void
}

/** Blocks that stay together. */
const groupsOf = (blocks: readonly Block[]): Block[][] => {
  const groups: Block[][] = []
  let open = false
  for (const block of blocks) {
    if (open) groups.at(-1)?.push(block)
    else groups.push([block])
    open = block.keep
  }
  return groups
}

const needed = (group: readonly Block[], beginsPage: boolean): number => {
  const all = group.reduce((sum, { gap, height }) => sum + gap + height, 0)
  const [first] = group
  return beginsPage && first ? all - first.gap + (first.head?.height ?? 0) : all
}

/** Which blocks stand on which page. The first page has less room than the others. */
export const paginate = (blocks: readonly Block[], firstRoom: number, room: number): Block[][] => {
  const pages: Block[][] = [[]]
  let left = firstRoom
  const place = (group: Block[]): void => {
    const page = pages.at(-1) ?? []
    const height = needed(group, page.length === 0 && pages.length > 1)
    if (height <= left) {
      page.push(...group)
      left -= height
    } else if (page.length > 0 || pages.length === 1) {
      pages.push([])
      left = room
      place(group)
    } else if (group.length > 1) for (const block of group) place([block])
    else throw new Error('a block is higher than a page')
  }
  for (const group of groupsOf(blocks)) place(group)
  return pages
}

export const drawPage = (page: readonly Block[], top: number, beginsPage: boolean): void => {
  let y = top
  for (const [place, block] of page.entries()) {
    const isFirst = beginsPage && place === 0
    if (isFirst) block.head?.draw(y)
    y += isFirst ? (block.head?.height ?? 0) : block.gap
    block.draw(y)
    y += block.height
  }
}
