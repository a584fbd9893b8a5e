import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** How statements reach the portal by themselves: a folder in which a file appears whole, under its name, or not at all. */
export type Channel = {
  /** `pause` comes when half of it is written, which nobody is to look at yet. */
  write(name: string, content: string, pause?: () => Promise<void>): Promise<void>
}

export const openChannel = (folder: string): Channel => ({
  async write(name, content, pause) {
    await mkdir(folder, { recursive: true })
    const unfinished = join(folder, `.${name}`)
    const file = await open(unfinished, 'w', 0o600)
    try {
      const half = Math.floor(content.length / 2)
      await file.writeFile(content.slice(0, half))
      await pause?.()
      await file.writeFile(content.slice(half))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
    const directory = await open(folder, 'r')
    await directory.sync().finally(() => directory.close())
  },
})
