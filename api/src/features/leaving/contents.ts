import { makeCheckerPage } from '@ingot/paper/checker-page'
import { makeProofPage } from '@ingot/proof/proof-page'
import { readCertificates } from '../../documents/certificate-store.ts'
import type { Documents } from '../../documents/documents.ts'
import { fileOfDocument } from '../../documents/making.ts'
import { findDocument, readDocuments } from '../../documents/store.ts'
import { exportText } from '../../exporting.ts'
import { Failure } from '../../failure.ts'
import type { Desk } from '../../feature.ts'
import { readFile } from '../../uploads/service.ts'
import { readUploads } from '../../uploads/store.ts'
import type { Uploads } from '../../uploads/uploads.ts'
import type { Customer } from '../identity/store.ts'
import { knownOf, proofOf, readSnapshot } from '../proofs/service.ts'
import type { Leaving } from './leaving.ts'
import type { Listed, PackFile } from './packing.ts'
import { fileNameOf, readmeOf } from './rules.ts'

type House = { brand: string; site: string }

/** What goes into an archive, and who makes it. */
export type Packing = Leaving & { house: House; documents: Documents; uploads: Uploads }

const atOnce = 100

const textFile = (name: string, text: string): PackFile => ({ name, content: [Buffer.from(text)] })

/** Everything that is known of a customer, file by file; what cannot be had any more is told to `miss`. */
export async function* contentsOf(
  packing: Packing,
  customer: Customer,
  miss: (what: string) => void,
): AsyncGenerator<PackFile> {
  const { db, house, personal } = packing
  const certificates = await readCertificates(db)
  yield textFile('README.txt', readmeOf(house, customer.email, packing.now()))
  const about = { ...house, made: packing.now(), certificates }
  yield textFile('check.html', makeCheckerPage(about))
  for (const { fingerprint, pem } of certificates) yield textFile(`certificates/${fingerprint}.pem`, pem)
  yield* reservesOf(packing, customer.id)
  yield { name: 'data.json', content: exportText(deskOf(packing, customer), customer, personal) }
  yield* documentsOf(packing, customer.id, miss)
  yield* uploadsOf(packing, customer.id, miss)
}

const deskOf = ({ db, files, personalData, now }: Packing, { id }: Customer): Desk => ({
  ...{ db, files, personalData, now },
  reader: `customer:${id}`,
})

/** That the gold was counted, and what shows it without us: the newest proof, the bars behind it, and the page that checks both. */
async function* reservesOf({ db, house, now }: Packing, customer: string): AsyncGenerator<PackFile> {
  const proof = await proofOf(db, customer)
  const snapshot = proof && (await readSnapshot(db, proof.snapshot.header.number))
  if (!snapshot) return
  const known = knownOf(proof.snapshot, proof.key)
  yield textFile('reserves/proof.json', `${JSON.stringify(proof)}\n`)
  yield textFile('reserves/bars.json', `${JSON.stringify(snapshot.bars)}\n`)
  yield textFile('reserves/check-proof.html', makeProofPage({ ...house, known, made: now() }))
}

async function* documentsOf({ db, documents }: Packing, customer: string, miss: (what: string) => void) {
  for (let before: bigint | undefined; ; ) {
    const rows = await readDocuments(db, customer, {}, { before, limit: atOnce })
    for (const { id, code } of rows) {
      const made = await fileOfDocument(documents, customer, id).catch(async (error) => {
        // What was changed in the store will not come back, and must not keep everything else from the customer.
        if (error instanceof Failure && (await findDocument(db, customer, id))?.damaged_at) return
        throw error
      })
      if (made) yield { name: `documents/${code}.pdf`, isPacked: true, content: [made.bytes] }
      else miss(`The document ${code}, whose file is damaged.`)
    }
    const last = rows.at(-1)
    if (!last) return
    before = BigInt(last.number)
  }
}

async function* uploadsOf({ db, uploads }: Packing, customer: string, miss: (what: string) => void) {
  for (let before: bigint | undefined; ; ) {
    const rows = await readUploads(db, { customer }, { before, limit: atOnce })
    for (const row of rows) {
      if (!row.sealed_key) continue
      const bytes = await readFile(uploads, row).catch((error) => {
        if (error instanceof Failure) return
        throw error
      })
      if (bytes) yield { name: fileNameOf(row.number, row.name), isPacked: true, content: [bytes] }
      else miss(`A file that you sent us, ${row.name}, which is gone.`)
    }
    const last = rows.at(-1)
    if (!last) return
    before = BigInt(last.number)
  }
}

/** Names every file, and is signed: so nothing in the archive can be changed, added or taken away unseen. */
export const manifestOf = (
  { documents: { signer }, house, now }: Packing,
  customer: Customer,
  listed: readonly Listed[],
  missing: readonly string[],
): PackFile[] => {
  const manifest = {
    format: 'ingot-exit-pack',
    version: 1,
    madeAt: now().toISOString(),
    by: house,
    customer: { id: customer.id, email: customer.email, username: customer.username },
    certificate: signer.fingerprint,
    files: listed,
    missing,
  }
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  return [
    { name: 'manifest.json', content: [bytes] },
    { name: 'manifest.p7s', isPacked: true, content: [signer.signBeside(bytes)] },
  ]
}
