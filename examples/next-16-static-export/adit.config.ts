import { defineAdit } from '@adit/next';
export default defineAdit({
  name: 'Shop',
  // Only needed if the host of the files cannot forward the tunnel path.
  monitoring: { tunnelOrigin: process.env.NEXT_PUBLIC_TUNNEL_ORIGIN },
});
