import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Databases of our own on the server of the run, which go when the bench does. */
export const openDatabases = async (serverUrl: string) => {
  const admin = new pg.Client({ connectionString: serverUrl })
  await admin.connect()
  const made: string[] = []
  const create = async (what: string, template?: string) => {
    const name = `bench_${what}_${randomBytes(4).toString('hex')}`
    await admin.query(`create database ${name} ${template ? `template ${template}` : ''}`)
    made.push(name)
    return { name, url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href }
  }
  const drop = async (name: string) => {
    await admin.query(`drop database ${name} with (force)`)
    made.splice(made.indexOf(name), 1)
  }
  return {
    create,
    /** Only a superuser may say CHECKPOINT; dropping a database makes the server do one. */
    checkpoint: async () => drop((await create('checkpoint')).name),
    close: async () => {
      for (const name of [...made]) await drop(name)
      await admin.end()
    },
  }
}

/** Done now, it does not start by itself in the middle of the measurement. */
export const tidy = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum (analyze, skip_locked)')
  await client.end()
}
