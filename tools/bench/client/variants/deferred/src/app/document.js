import { serializeRuntimeConfig } from '@adit/monitoring-config';
import { description } from '../monitoring/description.js';

export const attributes = { 'data-monitoring': serializeRuntimeConfig(description) };

export const Root = ({ children }) => children;
