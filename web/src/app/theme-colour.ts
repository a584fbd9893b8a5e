import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { palette } from '../ui/theme.ts'

const pageColour = { light: palette.paper.page, dark: palette.vault.page }

/** The browser's own bars take the page's colour. */
export const useThemeColour = () => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', pageColour[scheme])
  }, [scheme])
}
