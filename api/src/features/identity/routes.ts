import * as account from '@ingot/endpoints/account'
import * as credentials from '@ingot/endpoints/credentials'
import * as identities from '@ingot/endpoints/identity'
import { Answer, type Binding, bind, bindAtOnce } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import { networkOf } from '../../network.ts'
import { activityList, findPicture, readInfo, updatePicture } from './account.ts'
import { consentRoutes } from './consent-routes.ts'
import { readDevice } from './devices.ts'
import type { Identity } from './identity.ts'
import {
  changePassword,
  checkPassword,
  checkResetLink,
  lockAccount,
  requestReset,
  resetPassword,
} from './password-service.ts'
import { setPin, verifyPin } from './pin-service.ts'
import { introducerOf, register, requestMail, verifyEmailByCode, verifyEmailByLink } from './registration.ts'
import { endOtherSessions, endSession, listSessions, removeCookies, reportActivity } from './sessions.ts'
import { requestRecovery, signIn, signInWithCode, vetoRecovery } from './sign-in.ts'
import * as twoFactor from './two-factor.ts'

const done = { data: { done: true as const } }
const sent = { data: { sent: true as const } }
const valid = { data: { valid: true as const } }

const nameless = (identity: Identity): Binding[] => [
  bind(identities.register, ({ body, from }) => register(identity, body, from)),
  bind(identities.findIntroducer, async ({ params, from }) => {
    await identity.limits.take('introducer', networkOf(from.address), from.address)
    return { data: { name: (await introducerOf(identity, params.referralCode)).username } }
  }),
  bind(identities.sendRegistrationLink, async ({ body, from }) => {
    await requestMail(identity, 'registration', body.email, from)
    return sent
  }),
  bind(identities.sendMailCode, async ({ body, from }) => {
    await requestMail(identity, 'code', body.email, from)
    return sent
  }),
  bind(identities.sendResetLink, async ({ body, from, cookies }) => {
    await requestReset(identity, body.email, from, readDevice(identity, cookies))
    return sent
  }),
  bind(identities.verifyEmailByLink, async ({ body, from }) => {
    const { alreadyVerified } = await verifyEmailByLink(identity, body.verifyCode, from)
    return { data: { done: true as const, alreadyVerified } }
  }),
  bind(identities.verifyEmailByCode, async ({ body, from }) => {
    await verifyEmailByCode(identity, body.email, body.otp, from)
    return done
  }),
  bind(identities.signIn, ({ body, from, cookies }) => signIn(identity, body, from, readDevice(identity, cookies))),
  bind(identities.signInWithCode, ({ body, from, cookies }) =>
    signInWithCode(identity, body, from, readDevice(identity, cookies)),
  ),
  bind(identities.requestRecovery, async ({ body, from }) => ({
    data: await requestRecovery(identity, body.mfaToken, from),
  })),
  bind(identities.vetoRecovery, async ({ body, from }) => {
    await vetoRecovery(identity, body.token, from)
    return done
  }),
  bind(identities.lockAccount, async ({ body, from }) => {
    await lockAccount(identity, body.token, from)
    return done
  }),
  bind(identities.checkResetLink, async ({ body, from }) => {
    await checkResetLink(identity, body.code, from)
    return valid
  }),
  bind(identities.resetPassword, async ({ body, from, cookies }) => {
    const trust = await resetPassword(identity, body, from, readDevice(identity, cookies))
    return new Answer(done, { headers: { 'set-cookie': trust } })
  }),
]

const credentialRoutes = (identity: Identity): Binding[] => [
  bind(identities.changePassword, async ({ person, body, from, cookies, useGrants }) => {
    const { user, trust } = await changePassword(identity, person, body, from, readDevice(identity, cookies), useGrants)
    return new Answer({ user }, { headers: { 'set-cookie': trust } })
  }),
  bind(credentials.verifyPassword, async ({ person, body, from }) => {
    await checkPassword(identity, person, body.password, from)
    return valid
  }),
  bind(credentials.setPin, async ({ person, body, from, useGrants }) => {
    await setPin(identity, person, { ...body, again: false }, from, useGrants)
    return done
  }),
  bind(credentials.changePin, async ({ person, body, from, useGrants }) => {
    await setPin(identity, person, { password: body.password, pin: body.changePin, again: true }, from, useGrants)
    return done
  }),
  bindAtOnce(credentials.verifyPin, async ({ person, body, from, standing }) => {
    await verifyPin(identity, person, body, from, standing())
    return valid
  }),
  bind(credentials.generateTwoFactor, async ({ person, body, from }) => ({
    data: await twoFactor.generate(identity, person, body.password, from),
  })),
  bind(credentials.checkPendingTwoFactor, async ({ person, body, from }) => {
    await twoFactor.checkPending(identity, person, body.token, from)
    return valid
  }),
  bind(credentials.enableTwoFactor, async ({ person, body, from }) => ({
    data: { enabled: true as const, backupCodes: await twoFactor.enable(identity, person, body.password, from) },
  })),
  bind(credentials.verifyTwoFactor, async ({ person, body, from }) => {
    await twoFactor.verify(identity, person, body, from)
    return valid
  }),
  bind(credentials.verifyOwnTwoFactor, async ({ person, body, from }) => {
    await twoFactor.verify(identity, person, body, from)
    return valid
  }),
  bind(credentials.checkTwoFactor, async ({ person }) => ({ data: { enabled: person.twoFactorOn } })),
  bind(credentials.resetBackupCodes, async ({ person, body, from }) => ({
    data: { backupCodes: await twoFactor.resetBackupCodes(identity, person, body, from) },
  })),
  bind(credentials.disableTwoFactor, async ({ person, body, from }) => {
    await twoFactor.disable(identity, person, body, from)
    return done
  }),
]

/** A picture never changes under its name. */
const forEver = { 'cache-control': 'public, max-age=31536000, immutable' }

const accountRoutes = (identity: Identity): Binding[] => [
  bind(account.readInfo, async ({ person }) => ({ data: await readInfo(identity, person) })),
  bind(account.updatePicture, async ({ person, body, from }) => ({
    data: await updatePicture(identity, person, body.profilePicture, from),
  })),
  bind(account.readPicture, async ({ params }) => {
    return new Answer(await findPicture(identity, params.name), { headers: forEver })
  }),
  bind(account.logOut, async ({ person, from }) => {
    await endSession(identity, person, person.session, from)
    return new Answer(done, { headers: { 'set-cookie': removeCookies(identity.secure) } })
  }),
  bind(account.reportActivity, async ({ person }) => {
    await reportActivity(identity, person)
    return done
  }),
  bind(account.listSessions, async ({ person }) => ({ data: await listSessions(identity, person) })),
  bind(account.endSession, async ({ person, params, from }) => {
    await endSession(identity, person, params.id, from)
    return done
  }),
  bind(account.endOtherSessions, async ({ person, from }) => ({
    data: await endOtherSessions(identity, person, from),
  })),
  bind(account.listActivity, ({ person, query }) => pageOf(activityList(identity, person), query)),
]

export const identityRoutes = (identity: Identity): Binding[] => [
  ...nameless(identity),
  ...credentialRoutes(identity),
  ...accountRoutes(identity),
  ...consentRoutes(identity),
]
