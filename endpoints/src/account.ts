import * as z from 'zod/mini'
import { activities } from './activities.ts'
import { data, endpoint } from './endpoint.ts'
import { user } from './identity-fields.ts'
import { listOf } from './list.ts'
import { mailKind, mailKinds } from './mail-kinds.ts'
import { roles } from './roles.ts'

// What a signed-in person sees and keeps about the own account: profile, sessions, activity.

const done = data(z.object({ done: z.literal(true) }))

export const preferences = z.object({
  /** The mails that are wanted, of those that can be turned off. */
  mails: z.array(mailKind).check(z.maxLength(mailKinds.length)),
  /** Whether those who brought the customer see the whole name, and not only the first name and initial. */
  showsName: z.boolean(),
})

export type Preferences = z.output<typeof preferences>

export const info = z.extend(user, {
  email: z.string(),
  role: z.enum(['customer', 'operator']),
  /** What an operator is trusted with; empty for a customer. */
  roles: z.array(z.enum(roles)),
  /** An address of the picture, or null. */
  profileLink: z.nullable(z.string()),
  introducer: z.nullable(z.string()),
  pinSet: z.boolean(),
  twoFactorOn: z.boolean(),
  backupCodesLeft: z.number(),
  /** Until then nothing leaves the account, because a credential was changed. */
  outgoingHeldUntil: z.nullable(z.iso.datetime()),
  preferences,
  since: z.iso.datetime(),
})

export type Info = z.output<typeof info>

export const readInfo = endpoint({
  name: 'readInfo',
  method: 'GET',
  path: '/getInfo',
  summary: 'The signed-in person.',
  gate: 'session',
  reply: data(info),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const pictureLimit = 5 * 1024 * 1024

export const updatePicture = endpoint({
  name: 'updatePicture',
  method: 'POST',
  path: '/update-picture',
  summary: 'Replaces the profile picture. It is read, cropped to a square and written anew.',
  gate: 'session',
  body: z.strictObject({ profilePicture: z.instanceof(Blob) }),
  bodyType: 'form',
  // The picture and what a form puts around it.
  bodyLimit: pictureLimit + 64 * 1024,
  reply: data(z.object({ profileLink: z.string() })),
  errors: ['PictureRefused', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const readPicture = endpoint({
  name: 'readPicture',
  method: 'GET',
  path: '/pictures/:name',
  summary: 'A profile picture by its unguessable name.',
  gate: 'public',
  params: z.strictObject({ name: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  replyType: 'image/webp',
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const savePreferences = endpoint({
  name: 'savePreferences',
  method: 'PUT',
  path: '/preferences',
  summary:
    'Which mails the customer wants besides those that are always sent, and what others see; what is left out stays.',
  gate: 'session',
  body: z.partial(z.strictObject(preferences.shape)),
  reply: data(preferences),
  errors: [],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const logOut = endpoint({
  name: 'logOut',
  method: 'POST',
  path: '/log-out',
  summary: 'Ends this session.',
  gate: 'session',
  reply: done,
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const reportActivity = endpoint({
  name: 'reportActivity',
  method: 'POST',
  path: '/session/activity',
  summary: 'Says that the person really did something; polls do not count. At most once a minute is enough.',
  gate: 'session',
  reply: done,
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const session = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string(),
  startedAt: z.iso.datetime(),
  lastActiveAt: z.iso.datetime(),
  current: z.boolean(),
})

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/sessions',
  summary: 'Where the account is signed in.',
  gate: 'session',
  reply: data(z.array(session)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'Ends one of the own sessions.',
  gate: 'session',
  params: z.strictObject({ id: z.uuid() }),
  reply: done,
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Ends all of the own sessions but this one.',
  gate: 'session',
  reply: data(z.object({ ended: z.number() })),
  errors: [],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const activityKinds = Object.values(activities).flat()

const activity = z.object({
  id: z.string(),
  kind: z.enum(activityKinds),
  at: z.iso.datetime(),
  device: z.string(),
  address: z.string(),
})

export type Activity = z.output<typeof activity>

export const listActivity = endpoint({
  ...listOf({}, activity),
  name: 'listActivity',
  path: '/activity',
  summary: 'Sign-ins and sensitive actions of the account, newest first.',
  gate: 'session',
  reads: 'replica',
})
