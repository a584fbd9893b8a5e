/**
 * An address inside this site, or undefined. Whatever else stands in the query is somebody's attempt to lead a
 * customer elsewhere after signing in.
 */
export const safeReturn = (wanted: string | null): string | undefined => {
  // Browsers read a backslash as a slash, so both could begin the name of another host.
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return undefined
  const { origin } = window.location
  if (!URL.canParse(wanted, origin)) return undefined
  const { origin: target, pathname, search, hash } = new URL(wanted, origin)
  if (target !== origin || /^\/signin\/?$/i.test(pathname)) return undefined
  // A path such as /.//host is flattened by the parser and must be looked at again.
  return pathname.startsWith('//') ? undefined : `${pathname}${search}${hash}`
}

/** Where a visitor signs in to come back to the page he wanted. */
export const signInAddress = (wanted: { pathname: string; search: string; hash: string }): string => {
  const address = safeReturn(`${wanted.pathname}${wanted.search}${wanted.hash}`)
  return address === undefined || address === '/' ? '/signin' : `/signin?${new URLSearchParams({ return: address })}`
}
