import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'

/** For tests of parts that stand outside of a page. */
export const renderInTheme = (part: ReactNode) => render(<MantineProvider env="test">{part}</MantineProvider>)
