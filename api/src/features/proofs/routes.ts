import * as calls from '@ingot/endpoints/proofs'
import { Answer, type Binding, bind } from '../../bind.ts'
import type { Identity } from '../identity/identity.ts'
import { snapshotBoard } from './board.ts'
import { deviceOf } from './device.ts'
import type { Proofs } from './proofs.ts'
import { chooseSecret, chooseSecretAgain, makeChecker, proofOf, readMoved, reportCheck } from './service.ts'

/** The same for everybody. What was published of a snapshot stays as it is. */
const kept = { headers: { 'cache-control': 'public, max-age=60' } }

/** To keep and to open from a disk: from our own address its script would not run. */
const asFile = { headers: { 'content-disposition': 'attachment; filename="check-proof.html"' } }

export const proofRoutes = (proofs: Proofs, identity: Identity): Binding[] => {
  const board = snapshotBoard(proofs)
  return [
    bind(calls.listSnapshots, async ({ query }) => new Answer(await board.list(query), kept)),
    bind(calls.readSnapshot, async ({ params }) => new Answer({ data: await board.read(Number(params.number)) }, kept)),
    bind(calls.downloadProofChecker, async () => new Answer(await makeChecker(proofs), asFile)),
    bind(calls.readProof, async ({ person, from }) => {
      await proofs.limits.take('reserve-proof', person.id, from.address)
      return { data: await proofOf(proofs.db, person.id) }
    }),
    bind(calls.readMoved, async ({ person, from }) => {
      await proofs.limits.take('reserve-proof', person.id, from.address)
      return { data: await readMoved(proofs.db, person.id) }
    }),
    bind(calls.chooseSecret, async ({ person, body, from }) => ({
      data: await chooseSecret(proofs, person, body.mixed, from.address),
    })),
    bind(calls.chooseSecretAgain, ({ person, body, operation, useGrants }) =>
      chooseSecretAgain(proofs, person, body.mixed, { operation, useGrants }),
    ),
    bind(calls.reportCheck, async ({ person, body, from, cookies }) => ({
      data: await reportCheck(proofs, person.id, body, {
        ...{ device: deviceOf(identity, cookies, person), address: from.address },
      }),
    })),
  ]
}
