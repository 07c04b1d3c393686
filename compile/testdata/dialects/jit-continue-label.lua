goto continue ::continue::
