import { withAdit } from '@adit/next/config';
export default withAdit({});
