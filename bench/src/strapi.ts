import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePort } from '@ingot/db/free-port'
import { ProblemForPeople } from '@ingot/db/problem'
import pg from 'pg'
import { startServer } from './server.ts'
import { strapiFiles, strapiPackage, strapiVersion } from './strapi-project.ts'

/** Puts Strapi into a folder of its own, where it stays for the next run: installing takes minutes. */
const installStrapi = async (root: string, say: (line: string) => void) => {
  const folder = join(root, '.bench/strapi')
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const [path, content] of Object.entries(strapiFiles)) write(path, content)
  const stamp = join(folder, 'node_modules/.made-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === strapiPackage) return folder
  const npm = process.env.npm_execpath
  if (!npm) throw new ProblemForPeople('Strapi is installed with npm. Run this through it: npm run bench -- poll')
  say(`installing Strapi ${strapiVersion} (some minutes) …`)
  for (const old of ['node_modules', 'package-lock.json']) rmSync(join(folder, old), { recursive: true, force: true })
  write('package.json', strapiPackage)
  // By the Node that runs it, and without install scripts, of which it needs none here.
  const parameters = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn(process.execPath, [npm, ...parameters], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new ProblemForPeople('Installing Strapi failed: the lines above say why.')
  writeFileSync(stamp, strapiPackage)
  say('Strapi installed')
  return folder
}

const createDatabase = async (serverUrl: string) => {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  const name = `bench_strapi_${randomBytes(4).toString('hex')}`
  await admin.query(`create database ${name}`)
  const drop = async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return { url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href, drop }
}

const registerUser = async (url: string) => {
  const answer = await fetch(`${url}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'poll', email: 'poll@ingot.example', password: randomBytes(12).toString('hex') }),
  })
  const { jwt, error } = (await answer.json()) as { jwt?: string; error?: { message: string } }
  if (!jwt) throw new Error(`Strapi did not register anybody: ${error?.message}`)
  return { authorization: `Bearer ${jwt}` }
}

/** Strapi as it runs in production, on the same server with a database of its own, and somebody who is signed in. */
export const startStrapi = async (root: string, serverUrl: string, say: (line: string) => void) => {
  const folder = await installStrapi(root, say)
  const database = await createDatabase(serverUrl)
  try {
    const server = await startServer({
      name: 'strapi',
      entry: join(folder, 'start.js'),
      cwd: folder,
      env: {
        NODE_ENV: 'production',
        DATABASE_URL: database.url,
        PORT: String(await freePort()),
        YARDSTICK_SECRET: randomBytes(24).toString('hex'),
      },
    })
    say(`Strapi ${strapiVersion} is running`)
    const stop = () => server.stop().finally(database.drop)
    return { url: server.url, stop, me: `${server.url}/api/users/me`, headers: await registerUser(server.url) }
  } catch (error) {
    await database.drop()
    throw error
  }
}
