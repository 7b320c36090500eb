import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
type DetectorClass = new () => Detector

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

const FRAME_MS = 200

/** Scans with the camera. Absent where the browser cannot read barcodes. */
export function CameraScanner({ onScan }: { onScan(code: string): void }) {
  const [isOpen, setOpen] = useState(false)
  const Detector = detectorClass()
  if (!Detector || !('mediaDevices' in navigator)) return null
  return (
    <>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        Scan with camera
      </Button>
      {isOpen && (
        <Dialog title="Hold the barcode before the camera" onClose={() => setOpen(false)}>
          <Camera
            detector={Detector}
            onScan={(code) => {
              setOpen(false)
              onScan(code)
            }}
          />
        </Dialog>
      )}
    </>
  )
}

function Camera({ detector: Detector, onScan }: { detector: DetectorClass; onScan(code: string): void }) {
  const video = useRef<HTMLVideoElement>(null)
  const report = useRef(onScan)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    report.current = onScan
  })
  useEffect(() => {
    const detector = new Detector()
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isClosed = false
    async function look() {
      const [found] = video.current ? await detector.detect(video.current).catch(() => []) : []
      if (isClosed) return
      if (found) report.current(found.rawValue)
      else timer = setTimeout(() => void look(), FRAME_MS)
    }
    async function open() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      if (isClosed || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }
    const stop = () => stream?.getTracks().forEach((track) => track.stop())
    open().catch(() => setProblem('The camera cannot be used. Allow it in the browser, or type the code.'))
    return () => {
      isClosed = true
      clearTimeout(timer)
      stop()
    }
  }, [Detector])
  return problem ? (
    <p role="alert" className="text-danger">
      {problem}
    </p>
  ) : (
    <video
      ref={video}
      muted
      playsInline
      aria-label="Camera"
      className="aspect-square w-full bg-ground object-cover"
    />
  )
}
