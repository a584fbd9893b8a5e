import { createHash } from 'node:crypto'

/** For files and data: read as what they are, by us alone. */
const everywhere = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

const nobodyMay = 'geolocation=(), payment=(), usb=()'

/** For what a browser shows as a page of its own. */
const forPages = {
  ...everywhere,
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': `camera=(), microphone=(), ${nobodyMay}`,
}

const policy = (directives: Record<string, string>) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')

/** One year, as browsers ask for before they take it seriously. Only where the service is reached by https. */
export const transportSecurity = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** An answer of the API is data: nothing in it may run, be framed or be kept. */
export const apiHeaders = {
  ...everywhere,
  'cache-control': 'no-store',
  'content-security-policy': policy({ 'default-src': "'none'", 'frame-ancestors': "'none'" }),
}

export const fileHeaders = everywhere

/** Where a browser says what it was not allowed to do: as an address, and by name for those that know only names. */
const reportsTo = '/api/csp-reports'

/** A page runs our own scripts, which carry this answer's nonce, and what they load; nothing else. */
export const pageHeaders = (
  nonce: string,
  { imageHost, kycSdkUrl, publicNode }: { imageHost: string; kycSdkUrl: string; publicNode: string },
) => ({
  ...forPages,
  // The verification provider's page stands in a frame, and takes pictures of documents and of a face.
  'permissions-policy': `camera=(self "${kycSdkUrl}"), microphone=(self "${kycSdkUrl}"), ${nobodyMay}`,
  'cache-control': 'no-cache',
  'content-security-policy': policy({
    'default-src': "'none'",
    'script-src': `'nonce-${nonce}' 'strict-dynamic'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': `'self' data: blob: ${imageHost}`.trim(),
    'font-src': "'self'",
    // Films are files of our own.
    'media-src': "'self' blob:",
    // The page asks a node, and not us, what was published on the chain.
    'connect-src': publicNode === '' ? "'self'" : `'self' ${new URL(publicNode).origin}`,
    'worker-src': "'self'",
    // A document is shown by the browser itself, from what the page was sent.
    'frame-src': `blob: ${kycSdkUrl}`,
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    // Text becomes markup or script only through the page's own policy, which lets no tag pass.
    'require-trusted-types-for': "'script'",
    'trusted-types': 'default',
    'report-uri': reportsTo,
    'report-to': 'csp',
  }),
  'reporting-endpoints': `csp="${reportsTo}"`,
})

/** For a page of ours without scripts, whose only style sheet stands in it. */
export const pagePolicyForStyle = (style: string) => ({
  ...forPages,
  'content-security-policy': policy({
    'default-src': "'none'",
    'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }),
})
