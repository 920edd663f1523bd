"""The pages of the navigation, one module each, with a function `build(results)`."""
