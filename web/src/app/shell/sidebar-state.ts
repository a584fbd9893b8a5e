import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Whether the sidebar is drawn in. Kept on this device, as the colour scheme is: it says nothing about a customer. */
export const useSidebar = create<{ isCollapsed: boolean }>()(
  persist((): { isCollapsed: boolean } => ({ isCollapsed: false }), { name: 'ingot-sidebar' }),
)

export const setCollapsed = (isCollapsed: boolean): void => {
  useSidebar.setState({ isCollapsed })
}
