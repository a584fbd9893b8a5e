import { randomUUID } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { policy } from '../../policy.ts'
import { ofEach } from '../../secrets.ts'
import type { Identity, Proving } from './identity.ts'
import type * as store from './store.ts'

const cookieNameOf = (secure: boolean) => (secure ? '__Host-ingot-device' : 'ingot-device')
const separator = '~'

/** That an account was signed in to from a device. Opens nothing: it only keeps its tries apart from those of strangers. */
type Trust = { id: string; sub: string; stamp: string; token: string }

/** The trust of the accounts that were signed in to from a device, the newest first. What is forged or over is left out. */
export type Device = readonly Trust[]

export const readDevice = ({ tokens, secure }: Identity, cookies: string): Device =>
  (parseCookie(cookies)[cookieNameOf(secure)] ?? '')
    .split(separator)
    .slice(0, policy.device.accounts)
    .flatMap((token) => {
      const claims = tokens.device.read(token)
      return claims ? [{ ...claims, token }] : []
    })

/** Ends with the password: a device whose owner was in doubt is a stranger's until somebody signs in there again. */
const stampsOf = ({ keys }: Proving, { password_hash }: store.Customer) =>
  ofEach(keys.digests('device', password_hash), (digest) => digest.toString('base64url'))

const trustIn = (identity: Proving, device: Device, customer: store.Customer) =>
  device.find(({ sub, stamp }) => sub === customer.id && stampsOf(identity, customer).includes(stamp))

/** What `take` of the limits wants to know besides what is tried. */
export type Counted = [subject: string, address: string | null]

/**
 * Under whose name a try for an account counts: a device that is trusted for this very account has a count of its own, which
 * nobody else can use up, not even from the same address. All others are strangers.
 */
export const countedFor = (
  identity: Proving,
  device: Device,
  customer: store.Customer | undefined,
  stranger: { subject: string; address: string },
): Counted => {
  const trust = customer && trustIn(identity, device, customer)
  return trust ? [`device ${trust.id}`, null] : [stranger.subject, stranger.address]
}

/** The cookie with which a device is trusted for an account from now on, and for those before it as it was. */
export const trustDevice = (identity: Identity, device: Device, customer: store.Customer): string => {
  const { tokens, secure } = identity
  const trust = { id: trustIn(identity, device, customer)?.id ?? randomUUID(), sub: customer.id }
  const newest = tokens.device.sign({ ...trust, stamp: stampsOf(identity, customer)[0] })
  const others = device.filter(({ sub }) => sub !== customer.id).map(({ token }) => token)
  return stringifySetCookie({
    name: cookieNameOf(secure),
    value: [newest, ...others].slice(0, policy.device.accounts).join(separator),
    maxAge: policy.device.trustedDays * 24 * 3600,
    httpOnly: true,
    sameSite: 'strict',
    path: '/',
    secure,
  })
}
