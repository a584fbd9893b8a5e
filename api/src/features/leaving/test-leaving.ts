import { inflateRawSync } from 'node:zlib'
import { openTestWorker } from '@ingot/db/test-jobs'
import * as calls from '@ingot/endpoints/leaving'
import { createPapers } from '../../documents/test-documents.ts'
import type { ApiDeps } from '../../feature.ts'
import { toldToJobs } from '../../features.ts'
import { callProven } from '../identity/test-grants.ts'
import { type Client, goodPassword } from '../identity/test-people.ts'
import { leaving } from './feature.ts'

/** For tests: customers with papers, who take everything along and leave. */
export const createLeavers = async () => {
  const papers = await createPapers()
  const { config, db, log, outbox, now, identity, mailer } = papers
  const deps: ApiDeps = { config, db, log, outbox, now, files: identity.files }
  const jobs = leaving.jobs?.({ ...deps, mailer } as never, toldToJobs) ?? []
  const worker = await openTestWorker(papers.databaseUrl, [...jobs])

  const ask = (client: Client) => callProven(deps, client, calls.askForExitPack, { body: {} })
  const closeAccount = (client: Client, password = goodPassword) =>
    callProven(deps, client, calls.closeAccount, { body: { password } })
  const standing = async (client: Client) => (await client.get('/account/leaving')).body.data
  const makePacks = async () => {
    await worker.strikeClock()
    await worker.run()
  }
  /** Asks for one, has it made, and downloads it. */
  const takeAlong = async (client: Client) => {
    const { id } = (await ask(client)).body.data
    await makePacks()
    const answer = await client.get(`/account/exit-packs/${id}`)
    return { id: id as string, answer, bytes: answer.raw }
  }
  const close = async () => {
    await worker.close()
    await papers.close()
  }
  return { ...papers, deps, worker, ask, closeAccount, standing, makePacks, takeAlong, close }
}

/** For tests: what is in an archive, and where. */
export const unzip = (zip: Buffer): Map<string, Buffer> => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    const [length, more, comment] = [28, 30, 32].map((each) => zip.readUInt16LE(at + each)) as [number, number, number]
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    const head = zip.readUInt32LE(at + 42)
    const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20))
    files.set(name, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed)
    at += 46 + length + more + comment
  }
  return files
}
