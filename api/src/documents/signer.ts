import type { Signer } from '@ingot/paper/sign-document'
import { openNamed } from '../config.ts'
import { type Deps, once } from '../feature.ts'
import { openSigner } from './open-signer.ts'

/** Who signs documents in this process. */
export const signerOf = once(({ config }: Deps): Signer => openNamed(() => openSigner(config)))
