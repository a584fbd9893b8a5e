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
      {scheme === 'dark' ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
    </ActionIcon>
  )
}
