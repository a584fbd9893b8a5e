import type { Ref } from 'react'
import { Link, type LinkProps } from 'react-router'

/** A link to another page of ours, with the page transition. */
export const PageLink = (props: LinkProps & { ref?: Ref<HTMLAnchorElement> }) => <Link viewTransition {...props} />
