import { downloadChecker, listCertificates } from '@ingot/endpoints/documents'
import { makeCheckerPage } from '@ingot/paper/checker-page'
import { Answer, type Binding, bind } from '../bind.ts'
import { siteOf } from '../config.ts'
import type { Deps } from '../feature.ts'
import { insertCertificate, readCertificates } from './certificate-store.ts'
import { signerOf } from './signer.ts'

/** Before anything is signed: so nobody ever gets a document whose certificate is not listed. */
export const recordCertificate = (deps: Deps): Promise<void> => insertCertificate(deps.db, signerOf(deps), deps.now())

/** A page to keep and to open from a disk: from our own address its script would not run. */
const asFile = { 'content-disposition': 'attachment; filename="check-documents.html"' }

export const certificateRoutes = (deps: Deps): Binding[] => {
  const { config, db, now } = deps
  return [
    bind(listCertificates, async () => ({
      data: (await readCertificates(db)).map((row) => ({ ...row, since: row.since.toISOString() })),
    })),
    bind(downloadChecker, async () => {
      const about = { brand: config.BRAND_NAME, site: siteOf(config), made: now() }
      return new Answer(makeCheckerPage({ ...about, certificates: await readCertificates(db) }), { headers: asFile })
    }),
  ]
}
