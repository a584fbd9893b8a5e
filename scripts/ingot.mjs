// The way in for every npm script. Runs on any Node from 20 on, before anything is installed, so it is plain JavaScript
// without packages: it fetches the pinned Node, installs with it, and hands over to scripts/COMMAND.ts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const toolchain = join(root, 'toolchain')
const oldestNode = 20

const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

const run = (command, parameters, options) =>
  new Promise((done, reject) => {
    const child = spawn(command, parameters, { stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) => done(code ?? (signal ? 1 : 0)))
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  })

/** npm tells its scripts where it is; without it, it stands beside Node. */
const npmProgram = () => {
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const program = [process.env.npm_execpath, beside].find((path) => path?.endsWith('npm-cli.js') && existsSync(path))
  return program ?? fail('npm was not found. Run this through npm: npm start, npm test.')
}

const checkWritable = (folder) => {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    fail(`The folder ${folder} cannot be written by this user, so nothing can be installed in it.`)
  }
}

// Not npm ci: it insists on lock entries for every platform's optional parts, and a registry may not carry them all.
// With --no-save the lock decides and is left as it is. The web is built here, so NODE_ENV=production needs it all too.
const install = async (node, folder, what) => {
  checkWritable(folder)
  console.log(`Installing ${what} …`)
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  const code = await run(
    node,
    [npmProgram(), 'install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: folder,
      env,
    },
  )
  if (code !== 0) fail(`Installing ${what} failed: the lines above say why. It needs a package registry in reach.`)
}

const pinnedNode = async () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(toolchain, 'package.json'), 'utf8'))
  const name = `node-${process.platform}-${process.arch}`
  const version = optionalDependencies[name]
  const wanted = version ?? Object.values(optionalDependencies)[0]
  if (!version) {
    if (process.versions.node.split('.')[0] === wanted.split('.')[0]) return process.execPath
    fail(
      `No Node ${wanted} can be installed for ${process.platform}-${process.arch}. Run this with a Node ${wanted.split('.')[0]} of your own.`,
    )
  }
  const folder = join(toolchain, 'node_modules', name)
  const binary = join(folder, 'bin', 'node')
  const installed = existsSync(binary) && JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  if (installed !== version) await install(process.execPath, toolchain, `Node ${version}`)
  return binary
}

const installPackages = async (node) => {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(node)
    .digest('hex')
  const stamp = join(root, 'node_modules', '.ingot-installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  await install(node, root, 'packages (about a minute)')
  writeFileSync(stamp, lock)
}

if (Number(process.versions.node.split('.')[0]) < oldestNode)
  fail(`Ingot needs Node ${oldestNode} or newer to begin with; this is ${process.version}.`)
const [command, ...parameters] = process.argv.slice(2)
const node = await pinnedNode()
await installPackages(node)
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
// npm's shell does not pass a signal on, it just dies: then this process has a new parent, and stops.
const parent = process.ppid
setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1000).unref()
// The channel tells the command when this process is gone, even if it was killed.
process.exit(
  await run(node, [join(root, 'scripts', `${command}.ts`), ...parameters], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  }),
)
