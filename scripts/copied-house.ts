import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './stack.ts'

const made = ['node_modules', 'dist', 'cache']

/** The packages that are installed here, for other sources of ours: they stand there already, and are taken from there. */
export const linkPackages = (house: string) => {
  const packages = join(house, 'node_modules')
  mkdirSync(join(packages, '@ingot'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@ingot') symlinkSync(join(root, 'node_modules', name), join(packages, name))
  for (const name of readdirSync(join(root, 'node_modules/@ingot')))
    symlinkSync(join(house, name), join(packages, '@ingot', name))
}

/** Everything that processes and commands are started from, as it stands here. */
export const copySources = (house: string) => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  const filter = (path: string) => !made.includes(basename(path))
  for (const name of ['package.json', ...workspaces])
    cpSync(join(root, name), join(house, name), { recursive: true, filter })
  linkPackages(house)
}
