import { createHash } from 'node:crypto'
import type { ApiDeps } from '@ingot/api/feature'
import { demoPeople } from '@ingot/api/features/identity/demo-people'
import { identityOf } from '@ingot/api/features/identity/identity'
import { findByIdentifier } from '@ingot/api/features/identity/store'
import { addAddress } from '@ingot/api/features/wallet/addresses'
import { sendTransfer } from '@ingot/api/features/wallet/sending'
import { createWallet } from '@ingot/api/features/wallet/wallet'
import { transferQmgt, transferUsdau, transferUsdt } from '@ingot/endpoints/wallet'
import type { SendableAsset } from '@ingot/endpoints/wallet-fields'
import { type Surroundings, withServices } from './seed-services.ts'
import type { StoryClock } from './story-clock.ts'

const { customer, friend } = demoPeople

/** One that everybody knows from the standard for addresses, so nobody keeps anything there. */
const saved = { address: '0x52908400098527886E0F7030069857D2E4169EE7', label: 'Hardware wallet' }

/** Between the two demo customers. The name is that of the operation: under it, it is done once. */
export type StoryTransfer = { name: string; from: 'customer' | 'friend'; asset: SendableAsset; amount: string }

const endpointOf = { USDT: transferUsdt, QMGT: transferQmgt, USDAU: transferUsdau }

type Named = { endpoint: string; key: string }

/**
 * Does what asks for 2FA in the name of a demo customer: by the service and not over HTTP. Whoever turns on 2FA that was on
 * before waits two days until something leaves, as every visitor would then.
 */
const openWallet = async (deps: ApiDeps, email: string) => {
  const person = await findByIdentifier(deps.db, email)
  if (!person) throw new Error(`there is no customer ${email}`)
  const askedAs = ({ endpoint, key }: Named) => ({
    from: { address: '127.0.0.1', agent: '' },
    operation: { caller: person.id, endpoint, key, requestHash: createHash('sha256').update(key).digest() },
    useGrants: async () => undefined,
  })
  return { wallet: createWallet(deps.config, identityOf(deps)), person, askedAs }
}

/** Puts an address into the customer's book. */
export const saveAddress = (around: Surroundings, clock: StoryClock) =>
  withServices(around, clock, async (deps) => {
    const { wallet, person, askedAs } = await openWallet(deps, customer.email)
    await addAddress(wallet, person, saved, askedAs({ endpoint: 'addAddress', key: 'demonstration' }))
  })

export const transfer = (around: Surroundings, clock: StoryClock, given: StoryTransfer) =>
  withServices(around, clock, async (deps) => {
    const [sender, receiver] = given.from === 'customer' ? [customer, friend] : [friend, customer]
    const { wallet, person, askedAs } = await openWallet(deps, sender.email)
    const asked = askedAs({ endpoint: endpointOf[given.asset].name, key: `demonstration-${given.name}` })
    await sendTransfer(wallet, person, given.asset, { receiver: receiver.username, amount: given.amount }, asked)
  })
