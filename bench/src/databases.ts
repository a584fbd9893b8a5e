import { randomBytes } from 'node:crypto'
import { migrate } from '@ingot/db/migrate'
import pg from 'pg'

const inDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

/** Databases of our own on the server of the run, which go when the bench does. */
export const openDatabases = async ({
  databaseUrl,
  ownerUrl: serverUrl,
}: {
  databaseUrl: string
  ownerUrl: string
}) => {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  const made: string[] = []
  const create = async (what: string, template?: string) => {
    const name = `bench_${what}_${randomBytes(4).toString('hex')}`
    await admin.query(`create database ${name} ${template ? `template ${template}` : ''}`)
    made.push(name)
    return { name, url: inDatabase(databaseUrl, name), ownerUrl: inDatabase(serverUrl, name) }
  }
  /** With our schema, used as the processes use it. */
  const createOurs = async (what: string) => {
    const made = await create(what)
    await migrate(made.ownerUrl, { runningUrl: made.url })
    return made
  }
  const drop = async (name: string) => {
    await admin.query(`drop database ${name} with (force)`)
    made.splice(made.indexOf(name), 1)
  }
  return {
    create,
    createOurs,
    /** Only a superuser may say CHECKPOINT; dropping a database makes the server do one. */
    checkpoint: async () => drop((await create('checkpoint')).name),
    close: async () => {
      for (const name of [...made]) await drop(name)
      await admin.end()
    },
  }
}

/** Done now, it does not start by itself in the middle of the measurement. Only the owner may. */
export const tidy = async (ownerUrl: string) => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('vacuum (analyze, skip_locked)')
  await client.end()
}
