import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './stack.ts'

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const lock: {
  packages: Record<string, { version: string; resolved?: string; integrity?: string; link?: boolean; cpu?: string[] }>
} = read('package-lock.json')

const declared = globSync(['package.json', '*/package.json'], { cwd: root, exclude: ['node_modules'] }).flatMap(
  (file) => {
    const { dependencies, devDependencies, optionalDependencies }: Manifest = read(file)
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).map(([name, version]) => ({
      file,
      name,
      version,
    }))
  },
)

test('every dependency is declared with an exact version', () => {
  expect(declared.length).toBeGreaterThan(20)
  expect(declared.filter(({ version }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('the lock has the declared versions, a checksum for each package, and names no download address', () => {
  const packages = Object.entries(lock.packages)
  const fromRegistry = packages.filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
  expect(fromRegistry.length).toBeGreaterThan(100)
  expect(fromRegistry.filter(([, { integrity }]) => !integrity)).toEqual([])
  expect(fromRegistry.filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([])
  const ours = declared.filter(({ file, name }) => !file.startsWith('toolchain') && !name.startsWith('@ingot/'))
  const different = ours.filter(({ file, name, version }) => {
    const nested = lock.packages[`${file.replace('/package.json', '')}/node_modules/${name}`]
    return (nested ?? lock.packages[`node_modules/${name}`])?.version !== version
  })
  expect(different).toEqual([])
})

test('what has parts for a processor has them for both that we support', () => {
  const paths = Object.keys(lock.packages)
  const forArm = paths.filter((path) => /linux-arm64(-gnu)?$/.test(path))
  expect(forArm.length).toBeGreaterThan(3)
  for (const path of forArm) expect(paths).toContain(path.replace('arm64', 'x64'))
})
