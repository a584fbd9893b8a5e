import type { Db, Tx } from '@ingot/db/connect'
import { Failure } from '../failure.ts'
import type { UploadKind } from './kind.ts'
import { listTaken, saveSubject } from './store.ts'

/**
 * Takes what a customer has sent for something that a feature works on, such as `remittance:…`. From then on only its age
 * erases it. One of somebody else, of another kind, or taken already is not there.
 */
export const takeUpload = async (
  tx: Tx,
  { name: kind }: UploadKind,
  taken: { customer: string; id: string; subject: string },
): Promise<void> => {
  if (!(await saveSubject(tx, { ...taken, kind }))) throw new Failure('NotFound')
}

/** What was taken for something, in the order in which it came. */
export const uploadsFor = async (tx: Db | Tx, { name }: UploadKind, subject: string) =>
  (await listTaken(tx, name, subject)).map(({ id, name: called, state }) => ({ id, name: called, state }))
