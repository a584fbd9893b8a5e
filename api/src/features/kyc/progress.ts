import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type * as endpoints from '@ingot/endpoints/kyc'
import type { Review } from '@ingot/providers/kyc/port'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import type { Attentive } from '../../feature.ts'
import type { Kyc } from './kyc.ts'
import { rejectionOf } from './rejection.ts'
import * as store from './store.ts'

type Progress = ReplyOf<typeof endpoints.readProgress>['data']

/** The first step that is still to do. Whoever was decided upon for good has only the result left. */
const stepOf = (status: Progress['kycVerified'], done: Progress['done'], isFinal: boolean): Progress['step'] => {
  if (isFinal || status === 'Approved' || status === 'Verified') return 'result'
  return (['security', 'personal-information', 'documents'] as const).find((step) => !done[step]) ?? 'result'
}

export const readProgress = async ({ db, personalData }: Kyc, person: Person): Promise<Progress> => {
  const { id, kycStatus } = person
  const [applicant, personal] = [await store.findApplicant(db, id), await store.findPersonal(db, id)]
  const isRejected = kycStatus === 'Rejected'
  const review =
    isRejected && applicant?.review_sealed && personalData.open<Review>(id, 'review', applicant.review_sealed)
  const done = {
    security: person.pinSet && person.twoFactorOn,
    'personal-information': personal !== undefined,
    // What was rejected is handed in again.
    documents: (applicant?.submitted ?? false) && !isRejected,
  }
  return {
    kycVerified: kycStatus,
    step: stepOf(kycStatus, done, applicant?.is_final ?? false),
    done,
    rejection: review ? rejectionOf(review) : null,
  }
}

/** Whoever is not let in yet and may still be has something to do, or to wait for. */
export const unfinishedVerification =
  ({ db }: Pick<Kyc, 'db'>): Attentive =>
  async (customer) => {
    const since = await store.unfinishedSince(db, customer)
    return since ? [{ kind: 'unfinished-verification', id: null, at: since.toISOString() }] : []
  }

export const readAccountAddress = async ({ db }: Kyc, { id }: Person, userHash: string): Promise<string> => {
  const wallet = await store.findWallet(db, id)
  if (wallet?.user_hash !== userHash) throw new Failure('NotFound')
  if (!wallet.address) throw new Failure('WalletAddressMissing')
  return wallet.address
}
