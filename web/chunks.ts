/**
 * How the build is cut. Left alone, the bundler makes a file of every few lines that two pages share, and each file costs
 * a visitor half a kilobyte of headers and a place in the queue. So what nearly every page needs is in the first file, and
 * what many pages share comes in four more. A group may use those above it, never one below.
 */
const among = (...places: string[]) => new RegExp(places.join('|').replaceAll('/', '[\\\\/]'))

const groups = {
  /** What is small and needed almost everywhere. */
  base: among(
    'react-query/.*/(useMutation|queryOptions)',
    'query-core/.*/mutationObserver',
    'zod/v4/mini/iso',
    '@mantine/hooks/.*/(use-id|use-uncontrolled|use-merged-ref|random-id)',
    '@mantine/core/.*/(Skeleton|use-resolved-styles-api)/',
    'endpoints/src/(content|identity-fields|list|moment)',
    'web/src/lib/(local-format|decimal-text)',
    'web/src/ui/(moment|form\\.|failure-note)',
  ),
  /** What one types into. */
  fields: among('@mantine/core/.*/components/(Input|InputBase|TextInput|PasswordInput|CloseButton)/'),
  /** Forms of the contract, and who one is. */
  forms: among(
    '@mantine/form/',
    'klona/',
    'fast-deep-equal/',
    'endpoints/src/(account|credentials|identity)\\.',
    'web/src/lib/(contract-form|sensitive-action)\\.',
    'web/src/ui/form-',
    'web/src/features/identity/(queries|password-field|security/code-field)',
  ),
  /** Amounts, prices and movements. */
  figures: among(
    'query-core/.*/infiniteQueryObserver',
    'react-query/.*/useInfiniteQuery',
    '@tabler/icons-react/.*/IconArrow',
    'endpoints/src/(trade|wallet-fields|errors)\\.',
    'web/src/lib/(use-price|asset-figures|movement-words|short-address|save-file|use-list)\\.',
    'web/src/ui/(amount|result|rolling-text|movement-|paged-list|segments)',
    'web/src/features/trade/queries',
  ),
}

const order = Object.keys(groups).toReversed()

export const chunkGroups = [
  { name: 'app', tags: ['$initial' as const], priority: order.length + 1, includeDependenciesRecursively: true },
  ...Object.entries(groups).map(([name, test]) => ({ name, test, priority: order.indexOf(name) + 1 })),
]
