/** The messages of the page. */
export { ToastRegion as default } from '#web/ui/feedback/toast-region.tsx'
