import type { PageKind } from '../lib/feature.ts'

/** What a route tells the frame around it. */
export type PageHandle = { title: string; kind: PageKind; isAlone?: true | undefined; isPlain?: true | undefined }
