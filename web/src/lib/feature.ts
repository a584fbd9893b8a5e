// Plain data: browser tests and scripts read the features in Node without a build, so nothing here may touch React or CSS.
import type { Gate } from '@ingot/endpoints/endpoint'
import type { MovementWord } from '@ingot/endpoints/movement-words'
import type { Role } from '@ingot/endpoints/roles'

/** `upline`: verified, and at least one direct referral is verified. Besides, whom the calls know. */
export type RouteGate = Gate | 'upline'

export type MenuGroupName =
  | 'Affiliate Program'
  | 'Gold Convert Services'
  | 'Account'
  | 'My Assets'
  | 'Tools'
  | 'Marketing Materials'
  | 'More'

/**
 * What a page is made for, which decides how wide it is; `ui/page.module.css` has the widths. `form`: one form. `reading`:
 * one thing from top to bottom. `list`: rows. `wide`: columns side by side. `notice`: a few words in the middle of the window.
 */
export type PageKind = 'form' | 'reading' | 'list' | 'wide' | 'notice'

export type Route = {
  readonly path: string
  /** Who may see the page; enforced by `gate.tsx`, and for what it shows by the server. */
  readonly gate: RouteGate
  /** To which operators its link is shown; to all of them, unless told. The server decides what they see. */
  readonly roles?: readonly Role[]
  /** Stands in the browser's tab and is announced to screen readers. */
  readonly title: string
  readonly kind: PageKind
  /** Its file is `<page>-page.tsx`, beside the manifest, and has one export. */
  readonly page: string
  /** An address on which the page shows its usual state, for tests and screenshots. */
  readonly sample: string
  /** Stands by itself, without the sidebar and the footer, whoever looks at it. */
  readonly isAlone?: true
  /** Names neither whose portal it is nor what that is for: for people who are neither customers nor operators. */
  readonly isPlain?: true
  /** Its link in the menu; without a group it stands above all groups, or `below` them. `place` counts where it stands. */
  readonly menu?: { readonly label: string; readonly group?: MenuGroupName | 'below'; readonly place: number }
}

export type Words = Readonly<Record<string, string>>

/** What a feature says about itself. Whatever lists pages, links or words is made from it. */
export type Feature = {
  /** The folder that it lives in. */
  readonly name: string
  readonly routes: readonly Route[]
  /** What its types of movements are called, in the order in which they are offered. */
  readonly movements?: Readonly<Record<string, MovementWord>>
  /** Where more is told of a movement, by its type; `:id` is the movement's own. */
  readonly movementPages?: Readonly<Record<string, { readonly label: string; readonly to: string }>>
  /** What its kinds of activity are called. */
  readonly activities?: Words
  /** The calls whose result can be asked for after an interruption, by name; `resume` in its `transactions.ts` asks. */
  readonly resumes?: readonly string[]
}
