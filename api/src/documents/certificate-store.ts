import type { Db } from '@ingot/db/connect'
import type { Signer } from '@ingot/paper/sign-document'
import { sql } from 'kysely'

export type CertificateRow = { fingerprint: string; pem: string; since: Date }

/** Whoever comes second with the same one changes nothing. */
export const insertCertificate = async (db: Db, { fingerprint, pem }: Signer, since: Date): Promise<void> => {
  await sql`
    insert into document_certificates (fingerprint, pem, since) values (${fingerprint}, ${pem}, ${since})
    on conflict (fingerprint) do nothing`.execute(db)
}

export const readCertificates = async (db: Db): Promise<CertificateRow[]> => {
  const { rows } = await sql<CertificateRow>`
    select fingerprint, pem, since from document_certificates order by since desc, fingerprint`.execute(db)
  return rows
}
