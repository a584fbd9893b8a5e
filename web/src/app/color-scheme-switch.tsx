import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

const deviceScheme = () => (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** Choosing what the device has anyway means following the device again, so two states are enough. */
export const ColorSchemeSwitch = () => {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = scheme === 'dark' ? 'light' : 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="inherit"
      size={44}
      me={-12}
      aria-label={`Switch to the ${other} colour scheme`}
      onClick={() => setColorScheme(other === deviceScheme() ? 'auto' : other)}
    >
      {/* Chosen by the style sheet: where the page is drawn ahead, nobody knows the scheme. */}
      <IconSun className="mantine-light-hidden" size={20} stroke={1.6} />
      <IconMoon className="mantine-dark-hidden" size={20} stroke={1.6} />
    </ActionIcon>
  )
}
